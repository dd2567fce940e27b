package tender.research.reproduce;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.output.OutputOption;
import tender.cli.output.TextPage;
import tender.experiments.shares.SharesCharts;
import tender.experiments.shares.SharesClaims;
import tender.experiments.shares.SharesExperiment;
import tender.experiments.shares.SharesPage;
import tender.experiments.shares.SharesRunner;
import tender.experiments.shares.SharesSummary;
import tender.research.experiment.ExperimentRun;
import tender.research.experiment.ExperimentSteps;
import tender.research.experiment.RunOptions;

/** The paper on proportional share. */
@Command(
    name = "shares",
    sortOptions = false,
    description =
        "Runs the experiment of Sulistio and Buyya, \"A Time Optimization Algorithm for Scheduling"
            + " Bag-of-Task Applications in Auction-based Proportional Share Systems\", and checks"
            + " its claims.")
final class ReproduceSharesCommand implements Runnable {
  @Mixin private ResultsOption results;

  @Mixin private RunOptions options;
  @Mixin private OutputOption output;

  @Override
  public void run() {
    SharesExperiment experiment =
        options.seeds().map(SharesExperiment::new).orElse(SharesExperiment.paper());
    ExperimentSteps<SharesSummary> steps =
        new ExperimentSteps<>(
            "shares",
            experiment,
            List.of(),
            partial ->
                new SharesSummary(
                    experiment,
                    options.simulate(
                        (threads, progress) ->
                            SharesRunner.run(experiment, partial, threads, progress))),
            SharesClaims::check,
            SharesSummary::tables,
            summary -> new SharesCharts(summary).draw(),
            SharesPage::write);
    ExperimentRun.run(steps, options, results.folder())
        .print(output, ReproduceSharesCommand::print, ExperimentRun.FILES);
  }

  private static void print(TextPage page, SharesSummary summary) {
    page.line(summary.runs().size() + " runs.");
  }
}
