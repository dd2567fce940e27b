package tender.research.reproduce;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.output.OutputOption;
import tender.cli.output.TextPage;
import tender.experiments.shares.SharesExperiment;
import tender.experiments.shares.SharesSummary;
import tender.research.experiment.ClaimsReport;
import tender.research.experiment.ExperimentAnswer;
import tender.research.experiment.ReportFiles;
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
    PaperRun.Result<SharesSummary> result =
        PaperRun.run(new SharesPaper(experiment), options, results.folder());
    output.print(
        () ->
            ExperimentAnswer.of(
                SharesPaper.NAME,
                experiment.keys().size(),
                experiment.seeds(),
                result.claims(),
                results.folder()),
        page -> print(result, page));
  }

  private void print(PaperRun.Result<SharesSummary> result, TextPage page) {
    SharesSummary summary = result.summary();
    page.line(summary.runs().size() + " runs.");
    ClaimsReport.print(page, result.claims(), summary.experiment().seeds());
    ReportFiles.print(
        page, results.folder(), "runs.csv, summary.csv, manifest.json and the charts");
  }
}
