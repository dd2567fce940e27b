package tender.research.reproduce;

import tender.research.experiment.RunOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tender.experiments.claims.PaperClaim;
import tender.experiments.report.Manifest;

/**
 * What is particular to a paper's experiment; how it is run and where its files go is {@link
 * PaperRun}'s.
 *
 * @param <S> what its runs come to
 */
interface Paper<S> {

  /**
   * All runs, taken together.
   *
   * @param partial where runs that have ended are kept, for a later time
   */
  S run(Path partial, int threads, RunOptions options) throws IOException, InterruptedException;

  List<PaperClaim> claims(S summary);

  /** From what the results are made. */
  Manifest manifest(RunOptions options);

  /** Tables of comma-separated values, by the names of their files. */
  Map<String, String> tables(S summary);

  /** Figures as SVG, by the names of their files. */
  Map<String, String> charts(S summary);

  /** The report. */
  String page(S summary, List<PaperClaim> claims, Map<String, String> charts, Manifest manifest);
}
