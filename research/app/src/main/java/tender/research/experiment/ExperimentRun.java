package tender.research.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import tender.cli.output.JsonOutput;
import tender.cli.output.OutputOption;
import tender.cli.output.TextPage;
import tender.experiments.claims.PaperClaim;
import tender.experiments.report.ClaimsMarkdown;
import tender.experiments.report.Manifest;

/** An experiment that was run, with its results and the folder of its files. */
public record ExperimentRun<S>(
    ExperimentSteps<S> steps, S summary, List<PaperClaim> claims, Path out, RunTime time) {
  /** The files beside the report of most experiments. */
  public static final String FILES = "runs.csv, summary.csv, manifest.json and the charts";

  /** Runs an experiment, checks the claims and writes its files. */
  public static <S> ExperimentRun<S> run(ExperimentSteps<S> steps, RunOptions options, Path out) {
    options.checkThreads();
    long startNanos = System.nanoTime();
    return RunOptions.writeInto(
        out,
        () -> {
          S summary = steps.simulation().run(out.resolve("partial"));
          List<PaperClaim> claims = steps.claims().apply(summary);
          Manifest manifest =
              options.manifest(steps.name(), steps.experiment().seeds(), steps.logs());
          write(steps, summary, claims, manifest, out);
          RunTime time =
              new RunTime(
                  LocalDate.now(ZoneOffset.UTC),
                  Duration.ofNanos(System.nanoTime() - startNanos),
                  options.earlierRuns());
          return new ExperimentRun<>(steps, summary, claims, out, time);
        });
  }

  private static <S> void write(
      ExperimentSteps<S> steps, S summary, List<PaperClaim> claims, Manifest manifest, Path out)
      throws IOException {
    writeAll(steps.tables().apply(summary), out);
    Files.writeString(out.resolve("manifest.json"), JsonOutput.write(manifest) + "\n");
    if (!claims.isEmpty()) {
      Files.writeString(out.resolve("claims.md"), ClaimsMarkdown.of(claims));
    }
    Map<String, String> charts = steps.charts().apply(summary);
    writeAll(charts, out);
    String page = steps.page().write(summary, claims, charts, manifest);
    Files.writeString(out.resolve("report.html"), page);
  }

  private static void writeAll(Map<String, String> files, Path out) throws IOException {
    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(out.resolve(file.getKey()), file.getValue());
    }
  }

  /**
   * Prints the results.
   *
   * @param first prints what precedes the claims
   * @param files names of the files beside the report
   */
  public void print(OutputOption output, BiConsumer<TextPage, S> first, String files) {
    int seeds = steps.experiment().seeds();
    output.print(
        () ->
            ExperimentAnswer.of(
                steps.name(), steps.experiment().keys().size(), seeds, claims, out, time),
        page -> {
          first.accept(page, summary);
          if (!claims.isEmpty()) {
            ClaimsReport.print(page, claims, seeds);
          }
          printEnd(page, files);
        });
  }

  /**
   * Prints where the files are, and when and how long the experiment was run.
   *
   * @param files names of the files beside the report
   */
  public void printEnd(TextPage page, String files) {
    page.heading("Files");
    page.line("  " + out.resolve("report.html"));
    page.line("  In the same folder: " + files + ".");
    time.print(page, steps.experiment().seeds());
  }
}
