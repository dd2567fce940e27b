package tender.testbed;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The clusters' own users, who know nothing of Tender: they begin with a quarter of each cluster,
 * and go on submitting jobs by plain {@code sbatch}.
 */
public final class LocalLoadGenerator implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(LocalLoadGenerator.class.getName());
  private static final int SEED = 5;

  private final LoadSettings settings;
  private final Random random = new Random(SEED);
  private final Set<String> stoppedClusters = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());

  /**
   * What their jobs are like.
   *
   * @param widest how many processors one takes at most
   * @param longestSeconds how long one runs at most
   * @param everySeconds how often each cluster gets one
   */
  public record LoadSettings(int maxProcessors, int maxRunSeconds, int intervalSeconds) {}

  /** They begin at once. */
  public LocalLoadGenerator(List<Testbed.SlurmCluster> clusters, LoadSettings habits) {
    this.settings = habits;
    for (Testbed.SlurmCluster cluster : clusters) {
      for (int i = 0; i < Math.max(1, cluster.processors() / 4); i++) {
        submit(cluster);
      }
    }
    Future<?> _ =
        executor.scheduleWithFixedDelay(
            () -> clusters.forEach(this::submit),
            habits.intervalSeconds,
            habits.intervalSeconds,
            TimeUnit.SECONDS);
  }

  /** There is nothing to submit to any more. */
  public void stopFor(String cluster) {
    stoppedClusters.add(cluster);
  }

  private void submit(Testbed.SlurmCluster cluster) {
    if (stoppedClusters.contains(cluster.name())) {
      return;
    }
    int width = 1 + random.nextInt(Math.min(settings.maxProcessors, cluster.processors()));
    try {
      cluster.run(
          List.of(
              "sbatch",
              "--quiet",
              "--job-name=local",
              "--ntasks=1",
              "--cpus-per-task=" + width,
              "--time=1",
              "--chdir=/tmp",
              "--output=/dev/null",
              "--partition=" + cluster.partition(),
              "--wrap=sleep " + (1 + random.nextInt(settings.maxRunSeconds))));
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "A local user cannot submit to {0}: {1}", cluster.name(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
