package tender.measure.testbed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Runs Slurm's commands directly, without Tender. */
public record SlurmClient(Path configuration) {
  private static final int POLL_MILLIS = 100;

  /** Submits an array, waits until it has left the queue, and returns the seconds. */
  public double runArray(int tasks, String command) throws IOException, InterruptedException {
    long beganNanos = System.nanoTime();
    List<String> submit =
        List.of(
            "sbatch",
            "--parsable",
            "--array=0-" + (tasks - 1),
            "--time=1",
            "--output=/dev/null",
            "--wrap=" + command);
    String job = run(submit).strip();
    while (!run(List.of("squeue", "-h", "-j", job)).isBlank()) {
      Thread.sleep(POLL_MILLIS);
    }
    return (System.nanoTime() - beganNanos) / 1e9;
  }

  /** Waits until the queue is empty and no node is completing a job. */
  public void awaitEmpty() throws IOException, InterruptedException {
    while (!run(List.of("squeue", "-h")).isBlank()
        || !run(List.of("sinfo", "-h", "-t", "alloc,mix,comp", "-o", "%n")).isBlank()) {
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** The number of waiting and running jobs; each task of an array counts. */
  public int queuedJobs() throws IOException, InterruptedException {
    return (int) run(List.of("squeue", "-h", "-r", "-o", "%i")).lines().count();
  }

  private String run(List<String> command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SLURM_CONF", configuration.toString());
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String error = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    // Slurm forgets a job some time after its end.
    if (process.waitFor() != 0 && !error.contains("Invalid job id")) {
      throw new IOException(String.join(" ", command) + " failed: " + error);
    }
    return output;
  }
}
