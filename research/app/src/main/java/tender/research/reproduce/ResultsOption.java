package tender.research.reproduce;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option for the folder of a paper's results. */
final class ResultsOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = {
        "The folder for the report, the charts and the completed runs.",
        "Default: results/ followed by the name of this command."
      })
  private @Nullable Path out;

  Path folder() {
    return out != null ? out : Path.of("results", command.name());
  }
}
