package tender.cli.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tender.cli.output.Json;
import tender.cli.output.ProgressBar;
import tender.experiments.budget.BudgetCharts;
import tender.experiments.budget.BudgetClaims;
import tender.experiments.budget.BudgetExperiment;
import tender.experiments.budget.BudgetPage;
import tender.experiments.budget.BudgetRunner;
import tender.experiments.budget.BudgetSummary;
import tender.experiments.claims.Claim;
import tender.experiments.report.ClaimsText;
import tender.experiments.report.Manifest;

/** Runs the experiment on deadline and budget and writes its files. */
final class BudgetRun {
  static final String NAME = "budget";

  private final BudgetExperiment experiment;
  private final RunOptions options;
  private final Path out;

  /** What it gave. */
  record Result(BudgetSummary summary, List<Claim> claims) {}

  BudgetRun(BudgetExperiment experiment, RunOptions options, Path out) {
    this.experiment = experiment;
    this.options = options;
    this.out = out;
  }

  Result run() {
    int threads = options.threads();
    return RunOptions.into(out, () -> run(threads));
  }

  private Result run(int threads) throws IOException, InterruptedException {
    BudgetRunner runner = new BudgetRunner(experiment, out.resolve("partial"));
    try (ProgressBar progress = options.progress()) {
      BudgetSummary summary = new BudgetSummary(experiment, runner.run(threads, progress::at));
      Result result = new Result(summary, BudgetClaims.check(summary));
      write(result);
      return result;
    }
  }

  private void write(Result result) throws IOException {
    Manifest manifest = options.manifest(NAME, experiment.seeds());
    BudgetSummary summary = result.summary();
    Files.writeString(out.resolve("runs.csv"), BudgetRunner.file().text(summary.runs()));
    Files.writeString(out.resolve("summary.csv"), summary.text());
    Files.writeString(out.resolve("manifest.json"), Json.write(manifest) + "\n");
    Files.writeString(out.resolve("claims.md"), ClaimsText.of(result.claims()));
    Map<String, String> charts = new BudgetCharts(summary).draw();
    for (Map.Entry<String, String> chart : charts.entrySet()) {
      Files.writeString(out.resolve(chart.getKey()), chart.getValue());
    }
    Files.writeString(
        out.resolve("report.html"), BudgetPage.write(summary, result.claims(), charts, manifest));
  }
}
