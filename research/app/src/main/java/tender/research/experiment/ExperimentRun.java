package tender.research.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tender.cli.output.JsonOutput;
import tender.cli.output.ProgressBar;
import tender.experiments.claims.PaperClaim;
import tender.experiments.definition.OffersExperiment;
import tender.experiments.offers.OffersCharts;
import tender.experiments.offers.OffersPage;
import tender.experiments.offers.OffersRunCsv;
import tender.experiments.offers.OffersRunResult;
import tender.experiments.offers.OffersRunner;
import tender.experiments.offers.OffersSummary;
import tender.experiments.offers.OffersWorkload;
import tender.experiments.report.ClaimsMarkdown;
import tender.experiments.report.Manifest;

/** Runs an experiment: reads its logs, runs it, and writes its files. */
final class ExperimentRun {
  private final OffersExperiment experiment;
  private final ExperimentOptions options;
  private final Path out;

  ExperimentRun(OffersExperiment experiment, ExperimentOptions options, Path out) {
    this.experiment = options.seeds().map(experiment::withSeeds).orElse(experiment);
    this.options = options;
    this.out = out;
  }

  /** Runs the experiment, writes its files, and checks the claims. */
  ExperimentResult run(Function<OffersSummary, List<PaperClaim>> claims) {
    int threads = options.threads();
    OffersWorkload workload = options.read(logs -> OffersWorkload.read(experiment, logs));
    return RunOptions.writeInto(out, () -> run(workload, threads, claims));
  }

  private ExperimentResult run(
      OffersWorkload workload, int threads, Function<OffersSummary, List<PaperClaim>> claims)
      throws IOException, InterruptedException {
    OffersRunner runner = new OffersRunner(workload, out.resolve("partial"));
    List<OffersRunResult> results;
    try (ProgressBar progress = options.progress()) {
      results = runner.run(threads, progress::update);
    }
    OffersSummary summary = new OffersSummary(experiment, results);
    ExperimentResult result = new ExperimentResult(summary, claims.apply(summary), out);
    write(workload, results, result);
    return result;
  }

  private void write(
      OffersWorkload workload, List<OffersRunResult> results, ExperimentResult result)
      throws IOException {
    Manifest manifest = options.manifest(experiment.name(), experiment.seeds(), workload.traces());
    Files.writeString(out.resolve("runs.csv"), new OffersRunCsv(experiment).csv(results));
    Files.writeString(out.resolve("summary.csv"), result.summary().csv());
    Files.writeString(out.resolve("manifest.json"), JsonOutput.write(manifest) + "\n");
    if (!result.claims().isEmpty()) {
      Files.writeString(out.resolve("claims.md"), ClaimsMarkdown.of(result.claims()));
    }
    Map<String, String> charts = new OffersCharts(result.summary()).draw();
    for (Map.Entry<String, String> chart : charts.entrySet()) {
      Files.writeString(out.resolve(chart.getKey()), chart.getValue());
    }
    String page =
        new OffersPage(workload, result.summary(), manifest).write(charts, result.claims());
    Files.writeString(out.resolve("report.html"), page);
  }
}
