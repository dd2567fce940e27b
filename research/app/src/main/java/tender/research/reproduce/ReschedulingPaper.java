package tender.research.reproduce;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tender.cli.output.ProgressBar;
import tender.experiments.claims.PaperClaim;
import tender.experiments.report.Manifest;
import tender.experiments.rescheduling.ReschedulingCharts;
import tender.experiments.rescheduling.ReschedulingClaims;
import tender.experiments.rescheduling.ReschedulingExperiment;
import tender.experiments.rescheduling.ReschedulingPage;
import tender.experiments.rescheduling.ReschedulingRunner;
import tender.experiments.rescheduling.ReschedulingSummary;
import tender.research.experiment.RunOptions;

/** The experiment on rescheduling. */
record ReschedulingPaper(ReschedulingExperiment experiment) implements Paper<ReschedulingSummary> {
  static final String NAME = "rescheduling";

  @Override
  public ReschedulingSummary run(Path partial, int threads, RunOptions options)
      throws IOException, InterruptedException {
    ReschedulingRunner runner = new ReschedulingRunner(experiment, partial);
    try (ProgressBar progress = options.progress()) {
      return new ReschedulingSummary(experiment, runner.run(threads, progress::update));
    }
  }

  @Override
  public List<PaperClaim> claims(ReschedulingSummary summary) {
    return ReschedulingClaims.check(summary);
  }

  @Override
  public Manifest manifest(RunOptions options) {
    return options.manifest(NAME, experiment.seeds());
  }

  @Override
  public Map<String, String> tables(ReschedulingSummary summary) {
    return Map.of(
        "runs.csv", ReschedulingRunner.file().csv(summary.results()), "summary.csv", summary.csv());
  }

  @Override
  public Map<String, String> charts(ReschedulingSummary summary) {
    return new ReschedulingCharts(summary).draw();
  }

  @Override
  public String page(
      ReschedulingSummary summary,
      List<PaperClaim> claims,
      Map<String, String> charts,
      Manifest manifest) {
    return ReschedulingPage.write(summary, claims, charts, manifest);
  }
}
