package tender.research.reproduce;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tender.cli.output.ProgressBar;
import tender.experiments.auction.AuctionCharts;
import tender.experiments.auction.AuctionClaims;
import tender.experiments.auction.AuctionExperiment;
import tender.experiments.auction.AuctionPage;
import tender.experiments.auction.AuctionRunner;
import tender.experiments.auction.AuctionSummary;
import tender.experiments.auction.AuctionWorkload;
import tender.experiments.auction.QueueingBoundExperiment;
import tender.experiments.auction.QueueingBoundSummary;
import tender.experiments.auction.SingleCycleComparison;
import tender.experiments.claims.PaperClaim;
import tender.experiments.report.Manifest;
import tender.research.experiment.RunOptions;

/** The experiment on the double auction, with the queueing model and the optimum of one cycle. */
record AuctionPaper(AuctionExperiment experiment, AuctionWorkload workload)
    implements Paper<AuctionPaper.Summary> {
  static final String NAME = "auction";
  private static final int CYCLES_PER_SEED = 6;

  /** The runs of the market, and those of the queueing model. */
  record Summary(AuctionSummary market, QueueingBoundSummary bound) {}

  @Override
  public Summary run(Path partial, int threads, RunOptions options)
      throws IOException, InterruptedException {
    AuctionRunner runner = new AuctionRunner(experiment, workload, partial);
    QueueingBoundExperiment bounds = QueueingBoundExperiment.paper(experiment.seeds());
    AuctionSummary market;
    try (ProgressBar progress = options.progress()) {
      market = new AuctionSummary(experiment, runner.run(threads, progress::update));
    }
    try (ProgressBar progress = options.progress()) {
      return new Summary(
          market, new QueueingBoundSummary(bounds.run(partial, threads, progress::update)));
    }
  }

  @Override
  public List<PaperClaim> claims(Summary summary) {
    return AuctionClaims.check(summary.market, summary.bound);
  }

  @Override
  public Manifest manifest(RunOptions options) {
    return options.manifest(NAME, experiment.seeds(), List.of(workload.trace()));
  }

  @Override
  public Map<String, String> tables(Summary summary) {
    return Map.of(
        "runs.csv", AuctionRunner.file().csv(summary.market.runs()),
        "bound.csv", QueueingBoundExperiment.file().csv(summary.bound.runs()),
        "summary.csv", summary.market.csv());
  }

  @Override
  public Map<String, String> charts(Summary summary) {
    return new AuctionCharts(summary.market, summary.bound).draw();
  }

  @Override
  public String page(
      Summary summary, List<PaperClaim> claims, Map<String, String> charts, Manifest manifest) {
    List<List<String>> optimum = SingleCycleComparison.table(CYCLES_PER_SEED * experiment.seeds());
    return AuctionPage.write(summary.market, claims, charts, optimum, manifest);
  }
}
