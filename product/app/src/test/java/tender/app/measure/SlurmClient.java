package tender.app.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Slurm as its users use it, without Tender. */
record SlurmClient(Path configuration) {
  private static final int LOOK_MILLIS = 100;

  /** Submits an array and waits until it is gone from the queue; in seconds. */
  double runArray(int tasks, String command) throws IOException, InterruptedException {
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
      Thread.sleep(LOOK_MILLIS);
    }
    return (System.nanoTime() - beganNanos) / 1e9;
  }

  /** Waits until nothing waits or runs, and no node is still busy with what ended last. */
  void awaitEmpty() throws IOException, InterruptedException {
    while (!run(List.of("squeue", "-h")).isBlank()
        || !run(List.of("sinfo", "-h", "-t", "alloc,mix,comp", "-o", "%n")).isBlank()) {
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private String run(List<String> command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SLURM_CONF", configuration.toString());
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String error = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    // A job that ended a while ago is not known any more.
    if (process.waitFor() != 0 && !error.contains("Invalid job id")) {
      throw new IOException(String.join(" ", command) + " failed: " + error);
    }
    return said;
  }
}
