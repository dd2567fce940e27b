package tender.research.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import tender.cli.output.OutputOption;
import tender.experiments.claims.PaperClaim;
import tender.experiments.offers.OffersSummary;
import tender.support.input.ParsedInput;

/** Reads an experiment file, runs the experiment and prints the result. */
public final class ExperimentLauncher {
  private ExperimentLauncher() {}

  /** Runs an experiment without claims to check. */
  public static void run(String file, ExperimentOptions options, Path out, OutputOption output) {
    run(ParsedInput.read(file, ExperimentFile.class), options, out, summary -> List.of(), output);
  }

  public static void run(
      ParsedInput<ExperimentFile> file,
      ExperimentOptions options,
      Path out,
      Function<OffersSummary, List<PaperClaim>> claims,
      OutputOption output) {
    ExperimentResult result =
        new ExperimentRun(ExperimentReader.read(file), options, out).run(claims);
    output.print(
        () -> ExperimentAnswer.of(result), page -> new ExperimentReport(result).print(page));
  }
}
