package tender.research.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tender.cli.output.OutputFolder;
import tender.cli.output.ProgressBar;
import tender.experiments.report.Manifest;
import tender.experiments.run.TraceFolder;

/** The options of every command that runs many simulations. */
public class RunOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "How many seeds to draw chance from. Default: as the experiment says.")
  private @Nullable Integer seeds;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many runs at a time. Default: as many as there are processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  public Optional<Integer> seeds() {
    if (seeds != null && seeds < 1) {
      throw usageError("--seeds is " + seeds + ", and must be at least 1");
    }
    return Optional.ofNullable(seeds);
  }

  public int threads() {
    if (threads < 1) {
      throw usageError("--threads is " + threads + ", and must be at least 1");
    }
    return threads;
  }

  CommandSpec command() {
    return command;
  }

  /** Shows how many runs have ended. */
  public ProgressBar progress() {
    return ProgressBar.on(command.commandLine().getErr(), "runs");
  }

  /** Many runs, and the files made of them. */
  @FunctionalInterface
  interface Runs<T> {
    T run() throws IOException, InterruptedException;
  }

  /** Does it all with a folder that is there. */
  public static <T> T writeInto(Path out, Runs<T> runs) {
    try {
      Files.createDirectories(out);
      return runs.run();
    } catch (IOException e) {
      throw OutputFolder.notWritable(out, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(
          "Interrupted. What has ended is kept in " + out + "; run it again to go on.", e);
    }
  }

  /** From what results are made, but for their logs. */
  public Manifest manifest(String experiment, int seeds) {
    CommandLine line = command.commandLine();
    return new Manifest(
        String.join(" ", line.getCommandSpec().root().version()),
        System.getProperty("java.vm.vendor") + " " + Runtime.version(),
        experiment,
        CommandText.of(line),
        1,
        seeds,
        new LinkedHashMap<>());
  }

  /** From what results are made, with their logs. */
  public Manifest manifest(String experiment, int seeds, List<TraceFolder.Trace> logs) {
    SequencedMap<String, String> checksums = new LinkedHashMap<>();
    logs.forEach(log -> checksums.put(log.name(), log.sha256()));
    return manifest(experiment, seeds).withTraces(checksums);
  }

  /** A complaint about how the command was given. */
  public ParameterException usageError(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
