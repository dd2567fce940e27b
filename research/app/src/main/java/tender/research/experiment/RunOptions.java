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
import tender.experiments.run.ProgressListener;
import tender.experiments.run.TraceFolder;

/** The options of all commands that run many simulations. */
public class RunOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "How many random seeds to run. Default: set by the experiment.")
  private @Nullable Integer seeds;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many runs in parallel. Default: the number of processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  private int earlierRuns;

  public Optional<Integer> seeds() {
    if (seeds != null && seeds < 1) {
      throw usageError("--seeds is " + seeds + ", but must be at least 1");
    }
    return Optional.ofNullable(seeds);
  }

  /** Rejects an invalid number of threads, before any work is done. */
  void checkThreads() {
    if (threads < 1) {
      throw usageError("--threads is " + threads + ", but must be at least 1");
    }
  }

  /** Executes runs in parallel. */
  @FunctionalInterface
  public interface Simulation<T> {
    T run(int threads, ProgressListener progress) throws IOException, InterruptedException;
  }

  /** Shows how many runs are complete while they are executed. */
  public <T> T simulate(Simulation<T> simulation) throws IOException, InterruptedException {
    try (ProgressBar progress = ProgressBar.on(command.commandLine(), "runs")) {
      return simulation.run(
          threads,
          (done, cached, total) -> {
            earlierRuns += done == cached ? cached : 0;
            progress.update(done, cached, total);
          });
    }
  }

  /** How many of the runs were complete before the command was started. */
  int earlierRuns() {
    return earlierRuns;
  }

  /** Runs an experiment and writes its files. */
  @FunctionalInterface
  interface Runs<T> {
    T run() throws IOException, InterruptedException;
  }

  /** Creates the output folder, then runs. */
  static <T> T writeInto(Path out, Runs<T> runs) {
    try {
      Files.createDirectories(out);
      return runs.run();
    } catch (IOException e) {
      throw OutputFolder.notWritable(out, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(
          "Interrupted. Completed runs are kept in " + out + "; run the command again to continue.",
          e);
    }
  }

  Manifest manifest(String experiment, int seeds, List<TraceFolder.Trace> logs) {
    SequencedMap<String, String> checksums = new LinkedHashMap<>();
    logs.forEach(log -> checksums.put(log.name(), log.sha256()));
    CommandLine line = command.commandLine();
    return new Manifest(
        String.join(" ", line.getCommandSpec().root().version()),
        System.getProperty("java.vm.vendor") + " " + Runtime.version(),
        experiment,
        CommandText.of(line),
        1,
        seeds,
        checksums);
  }

  /** A usage error of the command. */
  public ParameterException usageError(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
