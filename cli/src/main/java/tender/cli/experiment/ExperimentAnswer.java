package tender.cli.experiment;

import java.nio.file.Path;
import java.util.List;
import tender.cli.output.Json;
import tender.experiments.claims.Claim;

/** The answer for programs; the figures are in the files. */
record ExperimentAnswer(
    String experiment, int runs, int seeds, List<ClaimAnswer> claims, String out) {

  /** A claim and its verdict, such as holds-in-direction. */
  record ClaimAnswer(
      String id, String claim, String paper, String ours, String verdict, String why) {}

  static ExperimentAnswer of(ExperimentResult result) {
    var experiment = result.summary().experiment();
    return of(
        experiment.name(),
        experiment.keys().size(),
        experiment.seeds(),
        result.claims(),
        result.out());
  }

  static ExperimentAnswer of(String experiment, int runs, int seeds, List<Claim> claims, Path out) {
    return new ExperimentAnswer(
        experiment,
        runs,
        seeds,
        claims.stream().map(ExperimentAnswer::claim).toList(),
        out.toString());
  }

  private static ClaimAnswer claim(Claim claim) {
    return new ClaimAnswer(
        claim.id(),
        claim.claim(),
        claim.paper(),
        claim.ours(),
        Json.name(claim.verdict()),
        claim.why());
  }
}
