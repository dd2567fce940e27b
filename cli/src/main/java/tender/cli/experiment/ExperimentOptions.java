package tender.cli.experiment;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

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

  Path traces() {
    if (traces != null) {
      return traces;
    }
    String named = System.getenv(TRACES_VARIABLE);
    if (named == null) {
      throw refusal("Where are the logs? Name their folder with --traces or " + TRACES_VARIABLE);
    }
    return Path.of(named);
  }
}
