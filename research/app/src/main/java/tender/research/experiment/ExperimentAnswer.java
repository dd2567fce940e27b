package tender.research.experiment;

import java.nio.file.Path;
import java.util.List;
import tender.cli.output.JsonOutput;
import tender.experiments.claims.PaperClaim;

/**
 * The JSON output; the figures are in the files.
 *
 * @param date on which the experiment ended, in UTC
 * @param seconds how long it took
 */
record ExperimentAnswer(
    String experiment,
    int runs,
    int seeds,
    List<ClaimAnswer> claims,
    String out,
    String date,
    long seconds) {

  /** A claim and its verdict, such as holds-in-direction. */
  record ClaimAnswer(
      String id, String claim, String paper, String ours, String verdict, String why) {}

  static ExperimentAnswer of(
      String experiment, int runs, int seeds, List<PaperClaim> claims, Path out, RunTime time) {
    return new ExperimentAnswer(
        experiment,
        runs,
        seeds,
        claims.stream().map(ExperimentAnswer::claim).toList(),
        out.toString(),
        time.date().toString(),
        time.seconds());
  }

  private static ClaimAnswer claim(PaperClaim claim) {
    return new ClaimAnswer(
        claim.id(),
        claim.statement(),
        claim.paperResult(),
        claim.ourResult(),
        JsonOutput.name(claim.verdict()),
        claim.explanation());
  }
}
