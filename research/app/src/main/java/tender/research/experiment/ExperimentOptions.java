package tender.research.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tender.experiments.run.TraceFolder;

/** The options of all commands that run an experiment on logs. */
public final class ExperimentOptions extends RunOptions {
  private static final String TRACES_VARIABLE = "TENDER_TRACES";

  @Option(
      names = "--traces",
      paramLabel = "DIR",
      description = {
        "The folder with workload logs, each NAME.swf.gz or NAME.swf.",
        "Default: the environment variable " + TRACES_VARIABLE + "."
      })
  private @Nullable Path traces;

  private Path traces() {
    if (traces != null) {
      return traces;
    }
    String named = System.getenv(TRACES_VARIABLE);
    if (named == null) {
      throw usageError(
          "The folder of the logs is missing. Give it with --traces or " + TRACES_VARIABLE);
    }
    return Path.of(named);
  }

  /** Reads something from logs. */
  @FunctionalInterface
  public interface Reading<T> {
    T from(TraceFolder logs) throws IOException;
  }

  public <T> T read(Reading<T> reading) {
    checkThreads();
    Path folder = traces();
    try {
      return reading.from(new TraceFolder(folder));
    } catch (NoSuchFileException e) {
      throw usageError(
          "Log "
              + e.getFile()
              + " not found. Get it from the Parallel Workloads Archive, or"
              + " give its folder with --traces or TENDER_TRACES");
    } catch (IOException e) {
      throw new UncheckedIOException("Reading a log in " + folder + " failed: " + e, e);
    }
  }
}
