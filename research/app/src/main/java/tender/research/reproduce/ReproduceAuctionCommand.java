package tender.research.reproduce;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tender.cli.output.OutputOption;
import tender.cli.output.TextPage;
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
import tender.research.experiment.ExperimentOptions;
import tender.research.experiment.ExperimentRun;
import tender.research.experiment.ExperimentSteps;

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
  private static final int CYCLES_PER_SEED = 6;

  /** The runs of the market, and those of the queueing model. */
  private record Summary(AuctionSummary market, QueueingBoundSummary bound) {
    Map<String, String> tables() {
      Map<String, String> tables = new HashMap<>(market.tables());
      tables.put("bound.csv", QueueingBoundExperiment.file().csv(bound.runs()));
      return tables;
    }
  }

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
    AuctionWorkload workload = options.read(AuctionWorkload::read);
    ExperimentSteps<Summary> steps =
        new ExperimentSteps<>(
            "auction",
            experiment,
            List.of(workload.trace()),
            partial -> simulate(experiment, workload, partial),
            summary -> AuctionClaims.check(summary.market, summary.bound),
            Summary::tables,
            summary -> new AuctionCharts(summary.market, summary.bound).draw(),
            (summary, claims, charts, manifest) ->
                AuctionPage.write(
                    summary.market,
                    claims,
                    charts,
                    SingleCycleComparison.table(CYCLES_PER_SEED * experiment.seeds()),
                    manifest));
    ExperimentRun.run(steps, options, results.folder())
        .print(
            output,
            ReproduceAuctionCommand::print,
            "runs.csv, bound.csv, summary.csv, manifest.json and the charts");
  }

  private Summary simulate(AuctionExperiment experiment, AuctionWorkload workload, Path partial)
      throws IOException, InterruptedException {
    QueueingBoundExperiment bounds = QueueingBoundExperiment.paper(experiment.seeds());
    return new Summary(
        new AuctionSummary(
            experiment,
            options.simulate(
                (threads, progress) ->
                    AuctionRunner.run(experiment, workload, partial, threads, progress))),
        new QueueingBoundSummary(
            options.simulate((threads, progress) -> bounds.run(partial, threads, progress))));
  }

  private int checked(int number) {
    if (number < MIN_JOBS || number > MAX_JOBS) {
      throw options.usageError(
          "--jobs is " + number + ", but must be from " + MIN_JOBS + " to " + MAX_JOBS);
    }
    return number;
  }

  private static void print(TextPage page, Summary summary) {
    page.line(
        summary.market.runs().size()
            + " runs of the market, and "
            + summary.bound.runs().size()
            + " of the queueing model.");
  }
}
