package tender.research.reproduce;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tender.experiments.claims.PaperClaim;
import tender.experiments.report.Manifest;
import tender.research.experiment.RunOptions;

/**
 * The experiment of a paper. {@link PaperRun} runs it and writes its files.
 *
 * @param <S> the summary of its runs
 */
interface Paper<S> {

  /**
   * Runs the experiment and summarises all runs.
   *
   * @param partial the folder that keeps completed runs, so that a later start can continue
   */
  S run(Path partial, int threads, RunOptions options) throws IOException, InterruptedException;

  List<PaperClaim> claims(S summary);

  /** The versions, seeds and inputs behind the results. */
  Manifest manifest(RunOptions options);

  /** CSV tables, by file name. */
  Map<String, String> tables(S summary);

  /** Charts as SVG, by file name. */
  Map<String, String> charts(S summary);

  /** The report. */
  String page(S summary, List<PaperClaim> claims, Map<String, String> charts, Manifest manifest);
}
