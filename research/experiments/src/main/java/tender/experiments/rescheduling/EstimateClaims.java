package tender.experiments.rescheduling;

import java.util.List;
import tender.experiments.claims.Differences;
import tender.experiments.claims.PaperClaim;
import tender.experiments.claims.Verdict;

/**
 * The claim C7 on system-generated estimates (section 5.2, Figure 13). Section 3 has providers
 * estimate first and offer then, so that a bag waits for its estimates; the claim is also checked
 * for bags that are queued by their users' estimates, which are replaced when the system's are
 * ready. What the estimates would gain if they cost nothing shows what there is to lose.
 */
final class EstimateClaims {
  private static final int MAX_PERCENT = 200;
  private static final List<ClusterEnvironment> ENVIRONMENTS =
      List.of(ClusterEnvironment.HOMOGENEOUS, ClusterEnvironment.FASTER_50);

  private final ReadingSummary summary;

  private EstimateClaims(ReadingSummary summary) {
    this.summary = summary;
  }

  static List<PaperClaim> check(ReadingSummary summary) {
    EstimateClaims claims = new EstimateClaims(summary);
    return List.of(
        claims.helpAtFirst(
            "C7",
            "System estimates help until 60–70 % overestimation, then their cost exceeds the gain",
            ReschedulingScheme.SYSTEM_50,
            ReschedulingScheme.SYSTEM_80),
        claims.helpAtFirst(
            "C7, replaced",
            "The same if bags are queued by users' estimates, which are replaced",
            ReschedulingScheme.REPLACED_80),
        claims.freeEstimates(),
        claims.movedByArrival());
  }

  private PaperClaim helpAtFirst(String id, String statement, ReschedulingScheme... schemes) {
    Differences gains = new Differences("%.1f");
    for (ClusterEnvironment environment : ENVIRONMENTS) {
      int turningPoint = environment.turningPointPercent();
      for (ReschedulingScheme scheme : schemes) {
        String name = environment.id() + " " + scheme.title();
        gains.add(
            name + ", until " + turningPoint + " %",
            summary.reduction(
                environment,
                scheme,
                percent -> percent > 0 && percent <= turningPoint,
                ReschedulingMetric.RESPONSE_SECONDS));
        gains.add(
            name + ", lost from " + turningPoint + " to 200 %",
            summary.reductionLost(
                environment,
                scheme,
                turningPoint,
                MAX_PERCENT,
                ReschedulingMetric.RESPONSE_SECONDS));
      }
    }
    return gains.claimPositive(id, statement, "direction", "% lower response time: ");
  }

  /**
   * An estimate that costs nothing and keeps a share of the error is a user's estimate with that
   * share of the overestimation.
   */
  private PaperClaim freeEstimates() {
    Differences gains = new Differences("%.1f");
    for (ClusterEnvironment environment : ENVIRONMENTS) {
      for (int percent : List.of(100, MAX_PERCENT)) {
        add(gains, environment, "SE = 0.5 UE", 50, percent);
      }
      add(gains, environment, "SE = 0.2 UE", 20, 150);
      for (int percent : List.of(environment.turningPointPercent(), 100, MAX_PERCENT)) {
        add(gains, environment, "perfect", 0, percent);
      }
    }
    Verdict verdict = Verdict.allPositive(gains.samples());
    return new PaperClaim(
        "C7, at no cost",
        "Better estimates that cost nothing lower the response time",
        "up to the thresholds, the curves have the shape of perfect estimates",
        "% lower response time: " + gains,
        verdict,
        gains.explainNotPositive(verdict, ""));
  }

  /** Whether perfect estimates lose because of the order in which early ends move jobs. */
  private PaperClaim movedByArrival() {
    Differences gains = new Differences("%.1f");
    for (int percent : ReschedulingScheme.ARRIVAL_PERCENTS) {
      gains.add(
          "perfect at " + percent + " %",
          summary.reductionByPerfectEstimates(
              ReschedulingScheme.ARRIVAL, percent, ReschedulingMetric.RESPONSE_SECONDS));
    }
    return gains.claimPositive(
        "C7, by arrival",
        "Perfect estimates lower the response time if early ends move jobs in order of arrival",
        "–",
        "% lower response time, homogeneous: ");
  }

  private void add(
      Differences gains,
      ClusterEnvironment environment,
      String name,
      int errorPercent,
      int percent) {
    gains.add(
        environment.id() + " " + name + " at " + percent + " %",
        summary.reductionByEstimates(
            environment, errorPercent, percent, ReschedulingMetric.RESPONSE_SECONDS));
  }
}
