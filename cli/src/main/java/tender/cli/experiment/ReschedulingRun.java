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
import tender.experiments.rescheduling.ReschedulingCharts;
import tender.experiments.rescheduling.ReschedulingClaims;
import tender.experiments.rescheduling.ReschedulingExperiment;
import tender.experiments.rescheduling.ReschedulingPage;
import tender.experiments.rescheduling.ReschedulingRunner;
import tender.experiments.rescheduling.ReschedulingSummary;

/** Runs the experiment on rescheduling and writes its files. */
final class ReschedulingRun {
  static final String NAME = "rescheduling";

  private final ReschedulingExperiment experiment;
  private final RunOptions options;
  private final Path out;

  /** What it gave. */
  record Result(ReschedulingSummary summary, List<Claim> claims) {}

  ReschedulingRun(ReschedulingExperiment experiment, RunOptions options, Path out) {
    this.experiment = experiment;
    this.options = options;
    this.out = out;
  }

  Result run() {
    int threads = options.threads();
    return RunOptions.into(out, () -> run(threads));
  }

  private Result run(int threads) throws IOException, InterruptedException {
    ReschedulingRunner runner = new ReschedulingRunner(experiment, out.resolve("partial"));
    try (ProgressBar progress = options.progress()) {
      ReschedulingSummary summary =
          new ReschedulingSummary(experiment, runner.run(threads, progress::at));
      Result result = new Result(summary, ReschedulingClaims.check(summary));
      write(result);
      return result;
    }
  }

  private void write(Result result) throws IOException {
    Manifest manifest = options.manifest(NAME, experiment.seeds());
    ReschedulingSummary summary = result.summary();
    Files.writeString(out.resolve("runs.csv"), ReschedulingRunner.file().text(summary.results()));
    Files.writeString(out.resolve("summary.csv"), summary.text());
    Files.writeString(out.resolve("manifest.json"), Json.write(manifest) + "\n");
    Files.writeString(out.resolve("claims.md"), ClaimsText.of(result.claims()));
    Map<String, String> charts = new ReschedulingCharts(summary).draw();
    for (Map.Entry<String, String> chart : charts.entrySet()) {
      Files.writeString(out.resolve(chart.getKey()), chart.getValue());
    }
    Files.writeString(
        out.resolve("report.html"),
        ReschedulingPage.write(summary, result.claims(), charts, manifest));
  }
}
