package tender.app.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The {@code tender} program as a separate process. */
public final class TenderProcess {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  /**
   * The built program, for measurements; its archive of classes is beside it. Other tests run their
   * own classes.
   */
  private static final Optional<Path> PROGRAM =
      Optional.ofNullable(System.getProperty("tender.live.program")).map(Path::of);

  /** Commands that move files, and the options that packaging/tender/tender has for them. */
  private static final Set<String> TRANSFERRING = Set.of("submit", "run", "results");

  private static final List<String> TRANSFER_OPTIONS =
      List.of(
          "-XX:Tier4InvocationThreshold=100000",
          "-XX:Tier4MinInvocationThreshold=50000",
          "-XX:Tier4CompileThreshold=150000");

  private final Process process;

  private TenderProcess(Process process) {
    this.process = process;
  }

  /** Starts a {@link #command}; its output is appended to the log. */
  static TenderProcess start(Path log, List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    return new TenderProcess(
        builder
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start());
  }

  /** The outcome of a command. */
  public record Output(int exitCode, String out, String err) {}

  /** Runs a command to its end. */
  public static Output run(Path folder, Map<String, String> environment, List<String> arguments)
      throws IOException, InterruptedException {
    return run(folder, environment, arguments, TIMEOUT);
  }

  /** Runs a command to its end, which may take longer than others. */
  static Output run(
      Path folder, Map<String, String> environment, List<String> arguments, Duration timeout)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "output", ".out");
    Path err = Files.createTempFile(folder, "output", ".err");
    ProcessBuilder builder = new ProcessBuilder(command(arguments)).directory(folder.toFile());
    builder.environment().putAll(environment);
    builder.redirectInput(Path.of("/dev/null").toFile());
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      if (!process.waitFor(timeout)) {
        throw new IOException("tender " + String.join(" ", arguments) + " timed out.");
      }
      return new Output(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      process.destroyForcibly().waitFor();
      Files.delete(out);
      Files.delete(err);
    }
  }

  /** Starts a user's command, whose output is discarded. */
  static Process start(Path folder, Map<String, String> environment, List<String> arguments)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command(arguments)).directory(folder.toFile());
    builder.environment().putAll(environment);
    return builder
        .redirectInput(Path.of("/dev/null").toFile())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** The command that runs the program with these arguments. */
  static List<String> command(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx256m"));
    if (PROGRAM.isPresent()) {
      String jar = PROGRAM.get().toString();
      command.add("-XX:SharedArchiveFile=" + jar.replaceFirst("\\.jar$", ".jsa"));
      command.addAll(List.of("-Xlog:cds*=off", "-Xlog:aot*=off"));
      if (TRANSFERRING.contains(arguments.getFirst())) {
        command.addAll(TRANSFER_OPTIONS);
      }
      command.addAll(List.of("-jar", jar));
    } else {
      // The processes are short-lived and share two processors.
      command.add("-XX:TieredStopAtLevel=1");
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), "tender.app.Main"));
    }
    command.addAll(arguments);
    return command;
  }

  long id() {
    return process.pid();
  }

  /** Kills it with signal 9. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }
}
