package tender.program.demo;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The clusters' own users, who know nothing of Tender: they go on submitting jobs by plain {@code
 * sbatch}, so that about half of each cluster is theirs.
 */
final class LocalUsers implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(LocalUsers.class.getName());
  private static final int SEED = 5;
  private static final int PERIOD_SECONDS = 5;
  private static final int LONGEST_SECONDS = 40;

  private final ScheduledExecutorService users =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
  private final Random random = new Random(SEED);

  /** They begin at once. */
  LocalUsers(List<Testbed.Cluster> clusters) {
    for (Testbed.Cluster cluster : clusters) {
      int jobs = Math.max(1, cluster.processors() / 4);
      for (int i = 0; i < jobs; i++) {
        submit(cluster);
      }
    }
    Future<?> _ =
        users.scheduleWithFixedDelay(
            () -> clusters.forEach(this::submit), PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
  }

  private void submit(Testbed.Cluster cluster) {
    int width = 1 + random.nextInt(Math.max(1, Math.min(2, cluster.processors())));
    int seconds = 1 + random.nextInt(LONGEST_SECONDS);
    ProcessBuilder sbatch =
        new ProcessBuilder(
            "sbatch",
            "--quiet",
            "--job-name=local",
            "--ntasks=1",
            "--cpus-per-task=" + width,
            "--time=1",
            "--chdir=/tmp",
            "--output=/dev/null",
            "--partition=" + cluster.partition(),
            "--wrap=sleep " + seconds);
    sbatch.environment().put("SLURM_CONF", cluster.configuration().toString());
    sbatch.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    try {
      sbatch.start().waitFor(10, TimeUnit.SECONDS);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "A local user cannot submit to {0}: {1}", cluster.name(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    users.shutdownNow();
  }
}
