package tender.cli.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tender.cli.output.Json;
import tender.cli.output.ProgressBar;
import tender.experiments.auction.AuctionCharts;
import tender.experiments.auction.AuctionClaims;
import tender.experiments.auction.AuctionExperiment;
import tender.experiments.auction.AuctionPage;
import tender.experiments.auction.AuctionRunner;
import tender.experiments.auction.AuctionSummary;
import tender.experiments.auction.AuctionWorkload;
import tender.experiments.auction.BoundExperiment;
import tender.experiments.auction.BoundSummary;
import tender.experiments.auction.OneCycle;
import tender.experiments.claims.Claim;
import tender.experiments.report.ClaimsText;
import tender.experiments.report.Manifest;

/** Runs the experiment on the double auction and writes its files. */
final class AuctionRun {
  static final String NAME = "auction";
  private static final int CYCLES_PER_SEED = 6;

  private final AuctionExperiment experiment;
  private final BoundExperiment bounds;
  private final ExperimentOptions options;
  private final Path out;

  /** What it gave. */
  record Result(AuctionSummary summary, BoundSummary bound, List<Claim> claims) {}

  AuctionRun(AuctionExperiment experiment, ExperimentOptions options, Path out) {
    this.experiment = experiment;
    bounds = BoundExperiment.paper(experiment.seeds());
    this.options = options;
    this.out = out;
  }

  Result run() {
    int threads = options.threads();
    AuctionWorkload workload = options.read(AuctionWorkload::read);
    return RunOptions.into(out, () -> run(workload, threads));
  }

  private Result run(AuctionWorkload workload, int threads)
      throws IOException, InterruptedException {
    Path partial = out.resolve("partial");
    AuctionRunner runner = new AuctionRunner(experiment, workload, partial);
    AuctionSummary summary;
    BoundSummary bound;
    try (ProgressBar progress = options.progress()) {
      summary = new AuctionSummary(experiment, runner.run(threads, progress::at));
    }
    try (ProgressBar progress = options.progress()) {
      bound = new BoundSummary(bounds.run(partial, threads, progress::at));
    }
    Result result = new Result(summary, bound, AuctionClaims.check(summary, bound));
    write(workload, result);
    return result;
  }

  private void write(AuctionWorkload workload, Result result) throws IOException {
    Manifest manifest = options.manifest(NAME, experiment.seeds(), List.of(workload.trace()));
    AuctionSummary summary = result.summary();
    Files.writeString(out.resolve("runs.csv"), AuctionRunner.file().text(summary.runs()));
    Files.writeString(out.resolve("bound.csv"), BoundExperiment.file().text(result.bound().runs()));
    Files.writeString(out.resolve("summary.csv"), summary.text());
    Files.writeString(out.resolve("manifest.json"), Json.write(manifest) + "\n");
    Files.writeString(out.resolve("claims.md"), ClaimsText.of(result.claims()));
    Map<String, String> charts = new AuctionCharts(summary, result.bound()).draw();
    for (Map.Entry<String, String> chart : charts.entrySet()) {
      Files.writeString(out.resolve(chart.getKey()), chart.getValue());
    }
    List<List<String>> optimum = OneCycle.table(CYCLES_PER_SEED * experiment.seeds());
    Files.writeString(
        out.resolve("report.html"),
        AuctionPage.write(summary, result.claims(), charts, optimum, manifest));
  }
}
