package tender.research.reproduce;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.cli.output.TextPage;
import tender.experiments.promises.PromiseGoal;
import tender.research.experiment.ExperimentOptions;
import tender.research.experiment.ReportFiles;

/** The experiment on how promises are kept. */
@Command(
    name = "promises",
    sortOptions = false,
    description =
        "Measures how promises are kept: in markets from real logs, with known errors in the"
            + " estimates, and with providers that can reserve capacity or only forecast.")
final class ReproducePromisesCommand implements Runnable {
  @Mixin private ResultsOption results;

  @Mixin private ExperimentOptions options;
  @Mixin private OutputOption output;

  /** The JSON output; the figures are in the files. */
  private record Answer(int runs, int seeds, List<GoalAnswer> goals, String out) {}

  /** A goal in the JSON output. */
  private record GoalAnswer(
      String goal, String of, int reached, int cells, double lowest, double highest) {
    static GoalAnswer from(PromiseGoal goal) {
      return new GoalAnswer(
          goal.description(),
          goal.scope(),
          goal.reached(),
          goal.cells(),
          goal.lowest(),
          goal.highest());
    }
  }

  @Override
  public void run() {
    PromisesRun.Result result = new PromisesRun(options, results.folder()).run();
    output.print(
        () ->
            new Answer(
                result.runs(),
                result.seeds(),
                result.goals().stream().map(GoalAnswer::from).toList(),
                results.folder().toString()),
        page -> print(page, result));
  }

  private void print(TextPage page, PromisesRun.Result result) {
    page.heading(result.runs() + " runs of " + result.seeds() + " seeds; goals");
    page.table(
        new Table<PromiseGoal>()
            .text("GOAL", PromiseGoal::description)
            .text("CELLS", PromiseGoal::scope)
            .text("REACHED IN", goal -> goal.row().get(2))
            .number("LOWEST", goal -> goal.row().get(3))
            .number("HIGHEST", goal -> goal.row().get(4)),
        result.goals());
    ReportFiles.print(
        page, results.folder(), "promises.md, runs.csv, summary.csv and manifest.json");
  }
}
