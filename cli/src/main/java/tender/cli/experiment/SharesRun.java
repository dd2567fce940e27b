package tender.cli.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tender.cli.output.Json;
import tender.cli.output.ProgressBar;
import tender.experiments.claims.Claim;
import tender.experiments.report.ClaimsText;
import tender.experiments.report.Manifest;
import tender.experiments.shares.SharesCharts;
import tender.experiments.shares.SharesClaims;
import tender.experiments.shares.SharesExperiment;
import tender.experiments.shares.SharesPage;
import tender.experiments.shares.SharesRunner;
import tender.experiments.shares.SharesSummary;

/** Runs the experiment on proportional share and writes its files. */
final class SharesRun {
  static final String NAME = "shares";

  private final SharesExperiment experiment;
  private final RunOptions options;
  private final Path out;

  /** What it gave. */
  record Result(SharesSummary summary, List<Claim> claims) {}

  SharesRun(SharesExperiment experiment, RunOptions options, Path out) {
    this.experiment = experiment;
    this.options = options;
    this.out = out;
  }

  Result run() {
    int threads = options.threads();
    return RunOptions.into(out, () -> run(threads));
  }

  private Result run(int threads) throws IOException, InterruptedException {
    SharesRunner runner = new SharesRunner(experiment, out.resolve("partial"));
    try (ProgressBar progress = options.progress()) {
      SharesSummary summary = new SharesSummary(experiment, runner.run(threads, progress::at));
      Result result = new Result(summary, SharesClaims.check(summary));
      write(result);
      return result;
    }
  }

  private void write(Result result) throws IOException {
    Manifest manifest = options.manifest(NAME, experiment.seeds());
    SharesSummary summary = result.summary();
    Files.writeString(out.resolve("runs.csv"), SharesRunner.file().text(summary.runs()));
    Files.writeString(out.resolve("summary.csv"), summary.text());
    Files.writeString(out.resolve("manifest.json"), Json.write(manifest) + "\n");
    Files.writeString(out.resolve("claims.md"), ClaimsText.of(result.claims()));
    Map<String, String> charts = new SharesCharts(summary).draw();
    for (Map.Entry<String, String> chart : charts.entrySet()) {
      Files.writeString(out.resolve(chart.getKey()), chart.getValue());
    }
    Files.writeString(
        out.resolve("report.html"), SharesPage.write(summary, result.claims(), charts, manifest));
  }
}
