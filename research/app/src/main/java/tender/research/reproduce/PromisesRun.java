package tender.research.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tender.cli.output.JsonOutput;
import tender.cli.output.ProgressBar;
import tender.experiments.promises.PromiseGoal;
import tender.experiments.promises.PromiseResult;
import tender.experiments.promises.PromisesExperiment;
import tender.experiments.promises.PromisesReport;
import tender.experiments.promises.PromisesRunner;
import tender.experiments.promises.PromisesSummary;
import tender.experiments.promises.PromisesWorkload;
import tender.experiments.report.Manifest;
import tender.research.experiment.ExperimentOptions;
import tender.research.experiment.RunOptions;

/** Runs the experiment on promises: reads its logs, runs it, and writes its files. */
final class PromisesRun {
  private final PromisesExperiment experiment;
  private final ExperimentOptions options;
  private final Path out;

  /** The result of a run. */
  record Result(int runs, int seeds, List<PromiseGoal> goals) {}

  PromisesRun(ExperimentOptions options, Path out) {
    PromisesExperiment standard = PromisesExperiment.standard();
    experiment = options.seeds().map(standard::withSeeds).orElse(standard);
    this.options = options;
    this.out = out;
  }

  Result run() {
    int threads = options.threads();
    PromisesWorkload workload = options.read(logs -> PromisesWorkload.read(experiment, logs));
    return RunOptions.writeInto(out, () -> run(workload, threads));
  }

  private Result run(PromisesWorkload workload, int threads)
      throws IOException, InterruptedException {
    PromisesRunner runner = new PromisesRunner(workload, out.resolve("partial"));
    List<PromiseResult> results;
    try (ProgressBar progress = options.progress()) {
      results = runner.run(threads, progress::update);
    }
    PromisesSummary summary = new PromisesSummary(experiment, results);
    write(workload, results, summary);
    return new Result(results.size(), experiment.seeds(), PromiseGoal.all(summary));
  }

  private void write(
      PromisesWorkload workload, List<PromiseResult> results, PromisesSummary summary)
      throws IOException {
    Manifest manifest = options.manifest("promises", experiment.seeds(), workload.traces());
    PromisesReport report = new PromisesReport(summary);
    Files.writeString(out.resolve("runs.csv"), PromiseResult.csv(results));
    Files.writeString(out.resolve("summary.csv"), summary.csv());
    Files.writeString(out.resolve("promises.md"), report.markdown());
    Files.writeString(out.resolve("manifest.json"), JsonOutput.write(manifest) + "\n");
    Files.writeString(out.resolve("report.html"), report.page(manifest));
  }
}
