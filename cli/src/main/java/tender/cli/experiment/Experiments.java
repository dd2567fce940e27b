package tender.cli.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import tender.cli.input.Input;
import tender.cli.input.InputFile;
import tender.cli.output.OutputOption;
import tender.experiments.claims.Claim;
import tender.experiments.statistics.Summary;

/** From an experiment's file to what is printed. */
public final class Experiments {
  private Experiments() {}

  /** Runs an experiment that is nobody's claim. */
  public static void run(String file, ExperimentOptions options, Path out, OutputOption output) {
    run(InputFile.read(file, ExperimentFile.class), options, out, summary -> List.of(), output);
  }

  static void run(
      Input<ExperimentFile> file,
      ExperimentOptions options,
      Path out,
      Function<Summary, List<Claim>> claims,
      OutputOption output) {
    ExperimentResult result =
        new ExperimentRun(ExperimentReader.read(file), options, out).run(claims);
    output.print(
        () -> ExperimentAnswer.of(result), page -> new ExperimentReport(result).print(page));
  }
}
