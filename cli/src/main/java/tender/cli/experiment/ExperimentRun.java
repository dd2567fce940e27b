package tender.cli.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import tender.cli.output.Json;
import tender.cli.output.OutFolder;
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
import tender.experiments.workload.TraceFolder;
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
    Workload workload = readWorkload();
    try {
      Files.createDirectories(out);
      ExperimentRunner runner = new ExperimentRunner(workload, out.resolve("partial"));
      List<RunResult> results;
      try (ProgressBar progress =
          ProgressBar.on(options.command().commandLine().getErr(), "runs")) {
        results = runner.run(threads, progress::at);
      }
      Summary summary = new Summary(experiment, results);
      ExperimentResult result = new ExperimentResult(summary, claims.apply(summary), out);
      write(workload, results, result);
      return result;
    } catch (IOException e) {
      throw OutFolder.notWritable(out, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(
          "Interrupted. What has ended is kept in " + out + "; run it again to go on.", e);
    }
  }

  private Workload readWorkload() {
    Path traces = options.traces();
    try {
      return Workload.read(experiment, new TraceFolder(traces));
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

  private void write(Workload workload, List<RunResult> results, ExperimentResult result)
      throws IOException {
    Manifest manifest = manifest(workload);
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

  private Manifest manifest(Workload workload) {
    SequencedMap<String, String> traces = new LinkedHashMap<>();
    workload.traces().forEach(trace -> traces.put(trace.name(), trace.sha256()));
    return options.manifest(experiment.name(), experiment.seeds()).withTraces(traces);
  }
}
