package tender.research.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tender.experiments.run.TraceFolder;

/** The options of every command that runs an experiment on logs. */
public final class ExperimentOptions extends RunOptions {
  private static final String TRACES_VARIABLE = "TENDER_TRACES";

  @Option(
      names = "--traces",
      paramLabel = "DIR",
      description = {
        "The folder with logs, each NAME.swf.gz or NAME.swf.",
        "Default: what the environment variable " + TRACES_VARIABLE + " names."
      })
  private @Nullable Path traces;

  private Path traces() {
    if (traces != null) {
      return traces;
    }
    String named = System.getenv(TRACES_VARIABLE);
    if (named == null) {
      throw usageError("Where are the logs? Name their folder with --traces or " + TRACES_VARIABLE);
    }
    return Path.of(named);
  }

  /** Something that is made of logs. */
  @FunctionalInterface
  interface Reading<T> {
    T from(TraceFolder logs) throws IOException;
  }

  public <T> T read(Reading<T> reading) {
    Path folder = traces();
    try {
      return reading.from(new TraceFolder(folder));
    } catch (NoSuchFileException e) {
      throw usageError(
          "There is no log "
              + e.getFile()
              + ". Get it from the Parallel Workloads Archive, or name the folder that has it with"
              + " --traces or TENDER_TRACES");
    } catch (IOException e) {
      throw new UncheckedIOException("Reading a log in " + folder + " failed: " + e, e);
    }
  }
}
