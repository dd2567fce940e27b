package tender.research.reproduce;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tender.cli.output.ProgressBar;
import tender.experiments.claims.PaperClaim;
import tender.experiments.report.Manifest;
import tender.experiments.shares.SharesCharts;
import tender.experiments.shares.SharesClaims;
import tender.experiments.shares.SharesExperiment;
import tender.experiments.shares.SharesPage;
import tender.experiments.shares.SharesRunner;
import tender.experiments.shares.SharesSummary;
import tender.research.experiment.RunOptions;

/** The experiment on proportional share. */
record SharesPaper(SharesExperiment experiment) implements Paper<SharesSummary> {
  static final String NAME = "shares";

  @Override
  public SharesSummary run(Path partial, int threads, RunOptions options)
      throws IOException, InterruptedException {
    SharesRunner runner = new SharesRunner(experiment, partial);
    try (ProgressBar progress = options.progress()) {
      return new SharesSummary(experiment, runner.run(threads, progress::update));
    }
  }

  @Override
  public List<PaperClaim> claims(SharesSummary summary) {
    return SharesClaims.check(summary);
  }

  @Override
  public Manifest manifest(RunOptions options) {
    return options.manifest(NAME, experiment.seeds());
  }

  @Override
  public Map<String, String> tables(SharesSummary summary) {
    return Map.of(
        "runs.csv", SharesRunner.file().csv(summary.runs()), "summary.csv", summary.csv());
  }

  @Override
  public Map<String, String> charts(SharesSummary summary) {
    return new SharesCharts(summary).draw();
  }

  @Override
  public String page(
      SharesSummary summary,
      List<PaperClaim> claims,
      Map<String, String> charts,
      Manifest manifest) {
    return SharesPage.write(summary, claims, charts, manifest);
  }
}
