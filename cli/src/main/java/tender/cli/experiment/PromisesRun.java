package tender.cli.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import tender.cli.output.Json;
import tender.cli.output.OutFolder;
import tender.cli.output.ProgressBar;
import tender.experiments.promises.Goal;
import tender.experiments.promises.PromiseResult;
import tender.experiments.promises.PromisesExperiment;
import tender.experiments.promises.PromisesRunner;
import tender.experiments.promises.PromisesSummary;
import tender.experiments.promises.PromisesWorkload;
import tender.experiments.report.Manifest;
import tender.experiments.report.PromisesReport;
import tender.experiments.workload.TraceFolder;

/** Runs the experiment on promises from its logs to its files. */
final class PromisesRun {
  private final PromisesExperiment experiment;
  private final ExperimentOptions options;
  private final Path out;

  /** What it gave. */
  record Result(int runs, int seeds, List<Goal> goals) {}

  PromisesRun(ExperimentOptions options, Path out) {
    PromisesExperiment standard = PromisesExperiment.standard();
    experiment = options.seeds().map(standard::withSeeds).orElse(standard);
    this.options = options;
    this.out = out;
  }

  Result run() {
    int threads = options.threads();
    PromisesWorkload workload = readWorkload();
    try {
      Files.createDirectories(out);
      PromisesRunner runner = new PromisesRunner(workload, out.resolve("partial"));
      List<PromiseResult> results;
      try (ProgressBar progress =
          ProgressBar.on(options.command().commandLine().getErr(), "runs")) {
        results = runner.run(threads, progress::at);
      }
      PromisesSummary summary = new PromisesSummary(experiment, results);
      write(workload, results, summary);
      return new Result(results.size(), experiment.seeds(), Goal.all(summary));
    } catch (IOException e) {
      throw OutFolder.notWritable(out, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(
          "Interrupted. What has ended is kept in " + out + "; run it again to go on.", e);
    }
  }

  private PromisesWorkload readWorkload() {
    Path traces = options.traces();
    try {
      return PromisesWorkload.read(experiment, new TraceFolder(traces));
    } catch (NoSuchFileException e) {
      throw options.refusal(
          "There is no log "
              + e.getFile()
              + ". Get it from the Parallel Workloads Archive, or name the folder that has it with"
              + " --traces or TENDER_TRACES");
    } catch (IOException e) {
      throw new UncheckedIOException("Reading a log in " + traces + " failed: " + e, e);
    }
  }

  private void write(
      PromisesWorkload workload, List<PromiseResult> results, PromisesSummary summary)
      throws IOException {
    Manifest manifest = manifest(workload);
    PromisesReport report = new PromisesReport(summary);
    Files.writeString(out.resolve("runs.csv"), PromiseResult.text(results));
    Files.writeString(out.resolve("summary.csv"), summary.text());
    Files.writeString(out.resolve("promises.md"), report.markdown());
    Files.writeString(out.resolve("manifest.json"), Json.write(manifest) + "\n");
    Files.writeString(out.resolve("report.html"), report.page(manifest));
  }

  private Manifest manifest(PromisesWorkload workload) {
    SequencedMap<String, String> traces = new LinkedHashMap<>();
    workload.traces().forEach(trace -> traces.put(trace.name(), trace.sha256()));
    return options.manifest("promises", experiment.seeds()).withTraces(traces);
  }
}
