package tender.cli.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tender.cli.output.Json;
import tender.cli.output.ProgressBar;
import tender.experiments.claims.Claim;
import tender.experiments.definition.Experiment;
import tender.experiments.report.Charts;
import tender.experiments.report.ClaimsText;
import tender.experiments.report.Manifest;
import tender.experiments.report.Page;
import tender.experiments.run.ExperimentRunner;
import tender.experiments.run.RunFile;
import tender.experiments.run.RunResult;
import tender.experiments.statistics.Summary;
import tender.experiments.workload.Workload;

/** Runs an experiment from its logs to its files. */
final class ExperimentRun {
  private final Experiment experiment;
  private final ExperimentOptions options;
  private final Path out;

  ExperimentRun(Experiment experiment, ExperimentOptions options, Path out) {
    this.experiment = options.seeds().map(experiment::withSeeds).orElse(experiment);
    this.options = options;
    this.out = out;
  }

  /** Runs, writes, and says what the results are and which claims they bear out. */
  ExperimentResult run(Function<Summary, List<Claim>> claims) {
    int threads = options.threads();
    Workload workload = options.read(logs -> Workload.read(experiment, logs));
    return RunOptions.into(out, () -> run(workload, threads, claims));
  }

  private ExperimentResult run(
      Workload workload, int threads, Function<Summary, List<Claim>> claims)
      throws IOException, InterruptedException {
    ExperimentRunner runner = new ExperimentRunner(workload, out.resolve("partial"));
    List<RunResult> results;
    try (ProgressBar progress = options.progress()) {
      results = runner.run(threads, progress::at);
    }
    Summary summary = new Summary(experiment, results);
    ExperimentResult result = new ExperimentResult(summary, claims.apply(summary), out);
    write(workload, results, result);
    return result;
  }

  private void write(Workload workload, List<RunResult> results, ExperimentResult result)
      throws IOException {
    Manifest manifest = options.manifest(experiment.name(), experiment.seeds(), workload.traces());
    Files.writeString(out.resolve("runs.csv"), new RunFile(experiment).text(results));
    Files.writeString(out.resolve("summary.csv"), result.summary().text());
    Files.writeString(out.resolve("manifest.json"), Json.write(manifest) + "\n");
    if (!result.claims().isEmpty()) {
      Files.writeString(out.resolve("claims.md"), ClaimsText.of(result.claims()));
    }
    Map<String, String> charts = new Charts(result.summary()).draw();
    for (Map.Entry<String, String> chart : charts.entrySet()) {
      Files.writeString(out.resolve(chart.getKey()), chart.getValue());
    }
    String page = new Page(workload, result.summary(), manifest).write(charts, result.claims());
    Files.writeString(out.resolve("report.html"), page);
  }
}
