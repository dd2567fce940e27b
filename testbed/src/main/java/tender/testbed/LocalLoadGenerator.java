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
 * Submits jobs of local users, who do not use Tender, by plain {@code sbatch}: first for a quarter
 * of each cluster, then at a fixed interval.
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
   * The size and rate of local jobs.
   *
   * @param maxProcessors the maximum number of processors of a job
   * @param maxRunSeconds the maximum run time of a job
   * @param intervalSeconds the time between two jobs on each cluster
   */
  public record LoadSettings(int maxProcessors, int maxRunSeconds, int intervalSeconds) {}

  /** Starts submitting immediately. */
  public LocalLoadGenerator(List<Testbed.SlurmCluster> clusters, LoadSettings settings) {
    this.settings = settings;
    for (Testbed.SlurmCluster cluster : clusters) {
      for (int i = 0; i < Math.max(1, cluster.processors() / 4); i++) {
        submit(cluster);
      }
    }
    Future<?> _ =
        executor.scheduleWithFixedDelay(
            () -> clusters.forEach(this::submit),
            settings.intervalSeconds,
            settings.intervalSeconds,
            TimeUnit.SECONDS);
  }

  /** Stops submitting to a cluster that is down. */
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
      LOG.log(Level.DEBUG, "Local job not submitted: cluster={0}, cause={1}", cluster.name(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
