package tender.cli.experiment;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of every command that runs an experiment. */
public final class ExperimentOptions {
  private static final String TRACES_VARIABLE = "TENDER_TRACES";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--traces",
      paramLabel = "DIR",
      description = {
        "The folder with logs, each NAME.swf.gz or NAME.swf.",
        "Default: what the environment variable " + TRACES_VARIABLE + " names."
      })
  private @Nullable Path traces;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "How many sets of deadlines to draw. Default: as the experiment says.")
  private @Nullable Integer seeds;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many runs at a time. Default: as many as there are processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

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

  Optional<Integer> seeds() {
    if (seeds != null && seeds < 1) {
      throw refusal("--seeds is " + seeds + ", and must be at least 1");
    }
    return Optional.ofNullable(seeds);
  }

  int threads() {
    if (threads < 1) {
      throw refusal("--threads is " + threads + ", and must be at least 1");
    }
    return threads;
  }

  CommandSpec command() {
    return command;
  }

  /** A complaint about how the command was given. */
  ParameterException refusal(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
