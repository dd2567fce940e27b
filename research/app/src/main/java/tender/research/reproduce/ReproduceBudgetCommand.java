package tender.research.reproduce;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.output.OutputOption;
import tender.cli.output.TextPage;
import tender.experiments.budget.BudgetExperiment;
import tender.experiments.budget.BudgetSummary;
import tender.research.experiment.ClaimsReport;
import tender.research.experiment.ExperimentAnswer;
import tender.research.experiment.ReportFiles;
import tender.research.experiment.RunOptions;

/** The paper on deadline and budget. */
@Command(
    name = "budget",
    sortOptions = false,
    description =
        "Runs the experiment of Suresh Kumar and Purusothaman, \"Explicit Allocation Strategy with"
            + " Deadline and Budget Constraint Algorithm in Bag of Tasks Grid\", and checks its"
            + " claims.")
final class ReproduceBudgetCommand implements Runnable {
  @Mixin private ResultsOption results;

  @Mixin private RunOptions options;
  @Mixin private OutputOption output;

  @Override
  public void run() {
    BudgetExperiment experiment =
        options.seeds().map(BudgetExperiment::new).orElse(BudgetExperiment.paper());
    PaperRun.Result<BudgetSummary> result =
        PaperRun.run(new BudgetPaper(experiment), options, results.folder());
    output.print(
        () ->
            ExperimentAnswer.of(
                BudgetPaper.NAME,
                experiment.keys().size(),
                experiment.seeds(),
                result.claims(),
                results.folder()),
        page -> print(result, page));
  }

  private void print(PaperRun.Result<BudgetSummary> result, TextPage page) {
    BudgetSummary summary = result.summary();
    long failures = summary.failures();
    page.headline(
        failures == 0,
        summary.runs().size()
            + " runs; "
            + (failures == 0
                ? "every job was done, within its deadline and budget if it had any."
                : failures + " left jobs undone or exceeded a deadline or budget."));
    ClaimsReport.print(page, result.claims(), summary.experiment().seeds());
    ReportFiles.print(
        page, results.folder(), "runs.csv, summary.csv, manifest.json and the charts");
  }
}
