package tender.research.reproduce;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a paper's results go. */
final class ResultsOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = {
        "The folder for the report, the figures and what a later run can use.",
        "Default: results/ and the name of this command."
      })
  private @Nullable Path out;

  Path folder() {
    return out != null ? out : Path.of("results", command.name());
  }
}
