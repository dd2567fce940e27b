package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tender.testbed.Testbed;
import tools.jackson.databind.json.JsonMapper;

/** A program that runs a workflow, as a process of its own. */
final class WorkflowRun {
  private static final String FIGURES = "tender.integrations.figures";

  /** What Slurm's controller logs for each call of sbatch. */
  private static final String SUBMITTED = "_slurm_rpc_submit_batch_job: JobId=";

  private static final Path LOGS = Path.of("target", "live", "workflows").toAbsolutePath();

  private final LiveMarket market;
  private final String name;
  private final Path log;
  private final Process process;

  private WorkflowRun(LiveMarket market, String name, Path log, Process process) {
    this.market = market;
    this.name = name;
    this.log = log;
    this.process = process;
  }

  static WorkflowRun start(
      LiveMarket market,
      Path folder,
      String name,
      Map<String, String> environment,
      List<String> command)
      throws IOException {
    Path log = Files.createDirectories(LOGS).resolve(name + ".log");
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().putAll(environment);
    // Debian's programs first, as on a user's machine.
    builder.environment().put("PATH", "/usr/bin:/bin:" + System.getenv("PATH"));
    Process process =
        builder
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(log.toFile())
            .start();
    market.note("started " + name + " as process " + process.pid());
    return new WorkflowRun(market, name, log, process);
  }

  boolean isRunning() {
    return process.isAlive();
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  String output() throws IOException {
    return Files.readString(log);
  }

  /** Waits until the program has ended. */
  void requireSuccess(Duration timeout) throws Exception {
    assertThat(exitCode(timeout)).as("%s: %s", name, tail()).isZero();
    market.note(name + " has ended");
  }

  /** What Ctrl-C does to the program. */
  void interrupt() throws IOException {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).inheritIO().start();
    market.note("interrupted " + name);
  }

  /** Asks the program to end. */
  void terminate() {
    process.destroy();
    market.note("terminated " + name);
  }

  int exitCode(Duration timeout) throws Exception {
    try {
      assertThat(process.waitFor(timeout)).as("%s ended: %s", name, tail()).isTrue();
      return process.exitValue();
    } finally {
      stop();
    }
  }

  /** Kills the program with everything that it has started. */
  void stop() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private String tail() throws IOException {
    String output = output();
    return output.substring(Math.max(0, output.length() - 3000));
  }

  /** How often sbatch was called at these clusters. */
  static int sbatchCalls(List<Testbed.SlurmCluster> clusters) throws IOException {
    int calls = 0;
    for (Testbed.SlurmCluster cluster : clusters) {
      Path log = cluster.configuration().resolveSibling("log").resolve("slurmctld.log");
      try (var lines = Files.lines(log)) {
        calls += (int) lines.filter(line -> line.contains(SUBMITTED)).count();
      }
    }
    return calls;
  }

  static boolean writesFigures() {
    return System.getProperty(FIGURES) != null;
  }

  static void writeFigures(String name, Map<String, Object> figures) throws IOException {
    Files.writeString(
        Path.of(System.getProperty(FIGURES)).resolve(name + ".json"),
        JsonMapper.shared().writeValueAsString(figures) + "\n");
  }
}
