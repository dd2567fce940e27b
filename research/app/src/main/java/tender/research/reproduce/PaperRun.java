package tender.research.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tender.cli.output.JsonOutput;
import tender.experiments.claims.PaperClaim;
import tender.experiments.report.ClaimsMarkdown;
import tender.experiments.report.Manifest;
import tender.research.experiment.RunOptions;

/** Runs a paper's experiment and writes its files. */
final class PaperRun {
  private PaperRun() {}

  /** The result of a run. */
  record Result<S>(S summary, List<PaperClaim> claims) {}

  static <S> Result<S> run(Paper<S> paper, RunOptions options, Path out) {
    // Check the options before a folder is created.
    int threads = options.threads();
    return RunOptions.writeInto(
        out,
        () -> {
          S summary = paper.run(out.resolve("partial"), threads, options);
          Result<S> result = new Result<>(summary, paper.claims(summary));
          write(paper, result, paper.manifest(options), out);
          return result;
        });
  }

  private static <S> void write(Paper<S> paper, Result<S> result, Manifest manifest, Path out)
      throws IOException {
    writeAll(paper.tables(result.summary), out);
    Files.writeString(out.resolve("manifest.json"), JsonOutput.write(manifest) + "\n");
    Files.writeString(out.resolve("claims.md"), ClaimsMarkdown.of(result.claims));
    Map<String, String> charts = paper.charts(result.summary);
    writeAll(charts, out);
    Files.writeString(
        out.resolve("report.html"), paper.page(result.summary, result.claims, charts, manifest));
  }

  private static void writeAll(Map<String, String> files, Path out) throws IOException {
    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(out.resolve(file.getKey()), file.getValue());
    }
  }
}
