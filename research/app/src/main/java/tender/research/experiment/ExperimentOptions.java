package tender.research.experiment;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of all commands that run an experiment on logs. */
public final class ExperimentOptions extends RunOptions {
  @Option(
      names = "--traces",
      paramLabel = "DIR",
      description = {
        "The folder with workload logs, each NAME.swf.gz or NAME.swf.",
        "Default: the environment variable " + LogFolder.VARIABLE + "."
      })
  private @Nullable Path traces;

  public <T> T read(LogFolder.Reading<T> reading) {
    checkThreads();
    return LogFolder.read(traces, reading, this::usageError);
  }
}
