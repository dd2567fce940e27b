package tender.research.reproduce;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tender.cli.output.ProgressBar;
import tender.experiments.budget.BudgetCharts;
import tender.experiments.budget.BudgetClaims;
import tender.experiments.budget.BudgetExperiment;
import tender.experiments.budget.BudgetPage;
import tender.experiments.budget.BudgetRunner;
import tender.experiments.budget.BudgetSummary;
import tender.experiments.claims.PaperClaim;
import tender.experiments.report.Manifest;
import tender.research.experiment.RunOptions;

/** The experiment on deadline and budget. */
record BudgetPaper(BudgetExperiment experiment) implements Paper<BudgetSummary> {
  static final String NAME = "budget";

  @Override
  public BudgetSummary run(Path partial, int threads, RunOptions options)
      throws IOException, InterruptedException {
    BudgetRunner runner = new BudgetRunner(experiment, partial);
    try (ProgressBar progress = options.progress()) {
      return new BudgetSummary(experiment, runner.run(threads, progress::update));
    }
  }

  @Override
  public List<PaperClaim> claims(BudgetSummary summary) {
    return BudgetClaims.check(summary);
  }

  @Override
  public Manifest manifest(RunOptions options) {
    return options.manifest(NAME, experiment.seeds());
  }

  @Override
  public Map<String, String> tables(BudgetSummary summary) {
    return Map.of(
        "runs.csv", BudgetRunner.file().csv(summary.runs()), "summary.csv", summary.csv());
  }

  @Override
  public Map<String, String> charts(BudgetSummary summary) {
    return new BudgetCharts(summary).draw();
  }

  @Override
  public String page(
      BudgetSummary summary,
      List<PaperClaim> claims,
      Map<String, String> charts,
      Manifest manifest) {
    return BudgetPage.write(summary, claims, charts, manifest);
  }
}
