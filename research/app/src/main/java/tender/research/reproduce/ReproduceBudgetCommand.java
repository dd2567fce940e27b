package tender.research.reproduce;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.output.OutputOption;
import tender.cli.output.TextPage;
import tender.experiments.budget.BudgetCharts;
import tender.experiments.budget.BudgetClaims;
import tender.experiments.budget.BudgetExperiment;
import tender.experiments.budget.BudgetPage;
import tender.experiments.budget.BudgetRunner;
import tender.experiments.budget.BudgetSummary;
import tender.research.experiment.ExperimentRun;
import tender.research.experiment.ExperimentSteps;
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
    ExperimentSteps<BudgetSummary> steps =
        new ExperimentSteps<>(
            "budget",
            experiment,
            List.of(),
            partial ->
                new BudgetSummary(
                    experiment,
                    options.simulate(
                        (threads, progress) ->
                            BudgetRunner.run(experiment, partial, threads, progress))),
            BudgetClaims::check,
            BudgetSummary::tables,
            summary -> new BudgetCharts(summary).draw(),
            BudgetPage::write);
    ExperimentRun.run(steps, options, results.folder())
        .print(output, ReproduceBudgetCommand::print, ExperimentRun.FILES);
  }

  private static void print(TextPage page, BudgetSummary summary) {
    long failures = summary.failures();
    page.headline(
        failures == 0,
        summary.runs().size()
            + " runs; "
            + (failures == 0
                ? "every job was done, within its deadline and budget if it had any."
                : failures + " left jobs undone or exceeded a deadline or budget."));
  }
}
