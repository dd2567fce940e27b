package tender.research.reproduce;

import tender.research.experiment.ExperimentOptions;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.output.OutputOption;
import tender.cli.output.TextPage;
import tender.cli.output.Table;
import tender.experiments.promises.PromiseGoal;

/** How promises are kept. */
@Command(
    name = "promises",
    sortOptions = false,
    description =
        "Measures how promises are kept: on markets of real logs, with estimates that are wrong in"
            + " known ways, and with providers that can hold what they promise or only forecast it.")
final class ReproducePromisesCommand implements Runnable {
  @Mixin private ResultsOption results;

  @Mixin private ExperimentOptions options;
  @Mixin private OutputOption output;

  /** The answer for programs; the figures are in the files. */
  private record Answer(int runs, int seeds, List<PromiseGoal> goals, String out) {}

  @Override
  public void run() {
    PromisesRun.Result result = new PromisesRun(options, results.folder()).run();
    output.print(
        () ->
            new Answer(result.runs(), result.seeds(), result.goals(), results.folder().toString()),
        page -> print(page, result));
  }

  private void print(TextPage page, PromisesRun.Result result) {
    page.heading(result.runs() + " runs of " + result.seeds() + " seeds; goals");
    page.table(
        new Table<PromiseGoal>()
            .text("GOAL", PromiseGoal::description)
            .text("OF WHICH CELLS", PromiseGoal::of)
            .text("REACHED IN", goal -> goal.row().get(2))
            .number("LOWEST", goal -> goal.row().get(3))
            .number("HIGHEST", goal -> goal.row().get(4)),
        result.goals());
    page.heading("Files");
    page.line("  " + results.folder().resolve("report.html"));
    page.line("  promises.md, runs.csv, summary.csv and manifest.json are beside it.");
  }
}
