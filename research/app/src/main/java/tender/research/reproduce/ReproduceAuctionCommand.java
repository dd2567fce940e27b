package tender.research.reproduce;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tender.cli.output.OutputOption;
import tender.cli.output.TextPage;
import tender.experiments.auction.AuctionExperiment;
import tender.experiments.auction.AuctionWorkload;
import tender.research.experiment.ClaimsReport;
import tender.research.experiment.ExperimentAnswer;
import tender.research.experiment.ExperimentOptions;
import tender.research.experiment.ReportFiles;

/** The paper on the double auction. */
@Command(
    name = "auction",
    sortOptions = false,
    description =
        "Runs the experiment of Garg, Venugopal, Broberg and Buyya, \"Double Auction-Inspired"
            + " Meta-Scheduling of Parallel Applications on Global Grids\", and checks its claims.")
final class ReproduceAuctionCommand implements Runnable {
  /** The largest setting has twice as many. */
  private static final int MIN_JOBS = 50;

  private static final int MAX_JOBS = 50_000;

  @Mixin private ResultsOption results;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "How many jobs of the log the standard setting uses. Default: 5000.")
  private @Nullable Integer jobs;

  @Mixin private ExperimentOptions options;
  @Mixin private OutputOption output;

  @Override
  public void run() {
    AuctionExperiment standard = AuctionExperiment.paper();
    AuctionExperiment seeded = options.seeds().map(standard::withSeeds).orElse(standard);
    AuctionExperiment experiment = jobs == null ? seeded : seeded.withJobs(checked(jobs));
    AuctionPaper paper = new AuctionPaper(experiment, options.read(AuctionWorkload::read));
    PaperRun.Result<AuctionPaper.Summary> result = PaperRun.run(paper, options, results.folder());
    output.print(
        () ->
            ExperimentAnswer.of(
                AuctionPaper.NAME,
                experiment.keys().size(),
                experiment.seeds(),
                result.claims(),
                results.folder()),
        page -> print(result, page));
  }

  private int checked(int number) {
    if (number < MIN_JOBS || number > MAX_JOBS) {
      throw options.usageError(
          "--jobs is " + number + ", but must be from " + MIN_JOBS + " to " + MAX_JOBS);
    }
    return number;
  }

  private void print(PaperRun.Result<AuctionPaper.Summary> result, TextPage page) {
    AuctionExperiment experiment = result.summary().market().experiment();
    page.line(
        result.summary().market().runs().size()
            + " runs of the market, and "
            + result.summary().bound().runs().size()
            + " of the queueing model.");
    ClaimsReport.print(page, result.claims(), experiment.seeds());
    ReportFiles.print(
        page, results.folder(), "runs.csv, bound.csv, summary.csv, manifest.json and the charts");
  }
}
