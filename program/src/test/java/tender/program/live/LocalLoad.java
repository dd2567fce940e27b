package tender.program.live;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Local users, who know nothing of Tender and go on submitting by plain {@code sbatch}. */
final class LocalLoad implements AutoCloseable {
  private static final int SEED = 7;
  private static final int PERIOD_SECONDS = 12;
  private static final int LONGEST_SECONDS = 30;

  private final Bed bed;
  private final Random random = new Random(SEED);
  private final Set<String> gone = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService users =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());

  /** They begin with a quarter of each cluster, and one job more every few seconds. */
  LocalLoad(Bed bed) throws IOException {
    this.bed = bed;
    List<Bed.Cluster> clusters = bed.clusters();
    for (Bed.Cluster cluster : clusters) {
      for (int i = 0; i < cluster.processors() / 4; i++) {
        submit(cluster);
      }
    }
    Future<?> _ =
        users.scheduleWithFixedDelay(
            () -> clusters.forEach(this::submit), PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
  }

  /** There is nothing to submit to any more. */
  void leave(String cluster) {
    gone.add(cluster);
  }

  private void submit(Bed.Cluster cluster) {
    if (gone.contains(cluster.name())) {
      return;
    }
    try {
      bed.slurm(
          cluster,
          List.of(
              "sbatch",
              "--quiet",
              "--job-name=local",
              "--ntasks=1",
              "--time=1",
              "--chdir=/tmp",
              "--output=/dev/null",
              "--partition=" + cluster.partition(),
              "--wrap=sleep " + (1 + random.nextInt(LONGEST_SECONDS))));
    } catch (IOException e) {
      // The cluster has just been taken away.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    users.shutdownNow();
  }
}
