package tender.experiments.rescheduling;

import java.util.List;
import tender.experiments.claims.Differences;
import tender.experiments.claims.PaperClaim;
import tender.experiments.claims.Verdict;
import tender.experiments.statistics.Sample;

/**
 * The conclusions of Netto and Buyya on rescheduling (sections 5.2 and 6), as claims C1 to C7, and
 * T1 on Tender's own rule. Reductions are relative to users' estimates with uncoordinated
 * rescheduling, workload by workload.
 */
public final class ReschedulingClaims {
  private static final double SMALL_DIFFERENCE = 1;
  private static final int NO_DIFFERENCE_PERCENT = 30;
  private static final int TURNING_POINT_PERCENT = 70;
  private static final int MAX_PERCENT = 200;

  /** The overestimations of the paper's Table IV. */
  private static final List<Integer> TABLE_IV = List.of(50, 100, 150);

  private final ReschedulingSummary summary;

  private ReschedulingClaims(ReschedulingSummary summary) {
    this.summary = summary;
  }

  public static List<PaperClaim> check(ReschedulingSummary summary) {
    ReschedulingClaims claims = new ReschedulingClaims(summary);
    return List.of(
        claims.lessStretch(),
        claims.lower(
            "C2", "response time", "3.1 / 5.0 / 5.7 %", ReschedulingMetric.RESPONSE_SECONDS),
        claims.lower("C3", "slowdown", "6.7 / 8.5 / 8.9 %", ReschedulingMetric.SLOWDOWN),
        claims.noDifferenceAtFirst(),
        claims.fewerClusters(),
        claims.equalUtilisation(),
        claims.systemEstimatesHelpAtFirst(),
        claims.leastWorkIsBetter());
  }

  private PaperClaim lessStretch() {
    Differences less = stretch(ReschedulingMetric.STRETCH);
    Verdict verdict = Verdict.allPositive(less.samples());
    return new PaperClaim(
        "C1",
        "Coordinated rescheduling lowers the stretch factor of bags on several clusters",
        "~20 % homogeneous, ~10 % heterogeneous",
        "% lower, beyond 30 % overestimation: "
            + less
            + "; with run times of at least 10 minutes: "
            + stretch(ReschedulingMetric.STRETCH_BOUNDED),
        verdict,
        less.explainNotPositive(verdict, ""));
  }

  private Differences stretch(ReschedulingMetric metric) {
    Differences less = new Differences("%.1f");
    for (ClusterEnvironment environment : ClusterEnvironment.values()) {
      less.add(
          environment.title(),
          summary.reduction(
              environment,
              ReschedulingScheme.COORDINATED,
              overestimationPercent -> overestimationPercent > NO_DIFFERENCE_PERCENT,
              metric));
    }
    return less;
  }

  private PaperClaim lower(String id, String what, String paper, ReschedulingMetric metric) {
    Differences less = atTableIv(ReschedulingScheme.COORDINATED, metric);
    return less.claimPositive(
        id,
        "It lowers the " + what,
        paper + " at 50 / 100 / 150 % overestimation",
        "% lower, homogeneous, at ");
  }

  private Differences atTableIv(ReschedulingScheme scheme, ReschedulingMetric metric) {
    Differences less = new Differences("%.1f");
    for (int overestimationPercent : TABLE_IV) {
      less.add(
          overestimationPercent + " %",
          summary.reduction(ClusterEnvironment.HOMOGENEOUS, scheme, overestimationPercent, metric));
    }
    return less;
  }

  private PaperClaim noDifferenceAtFirst() {
    Differences apart = new Differences("%.1f");
    for (int overestimationPercent : summary.experiment().overestimationPercents()) {
      if (overestimationPercent > 0 && overestimationPercent <= NO_DIFFERENCE_PERCENT) {
        apart.add(
            "response at " + overestimationPercent + " %",
            summary.reduction(
                ClusterEnvironment.HOMOGENEOUS,
                ReschedulingScheme.COORDINATED,
                overestimationPercent,
                ReschedulingMetric.RESPONSE_SECONDS));
        apart.add(
            "stretch at " + overestimationPercent + " %",
            summary.reduction(
                ClusterEnvironment.HOMOGENEOUS,
                ReschedulingScheme.COORDINATED,
                overestimationPercent,
                ReschedulingMetric.STRETCH));
      }
    }
    Verdict verdict = Verdict.allWithin(SMALL_DIFFERENCE, apart.samples());
    return new PaperClaim(
        "C4",
        "There is no difference until about 30 % overestimation",
        "direction",
        "% lower, homogeneous: " + apart,
        verdict,
        verdict == Verdict.HOLDS ? "" : "Differs by a percent or more, or not shown to be less.");
  }

  private PaperClaim fewerClusters() {
    Differences fewer = new Differences("%.2f");
    for (ClusterEnvironment environment : ClusterEnvironment.values()) {
      if (environment.isHeterogeneous()) {
        fewer.add(
            environment.title(),
            summary.aboveHeterogeneous(
                environment, ReschedulingScheme.USER, ReschedulingMetric.CLUSTERS_PER_BAG));
      }
    }
    return fewer.claimPositive(
        "C5",
        "Bags use fewer clusters in the heterogeneous environment",
        "direction",
        "clusters fewer than homogeneous: ");
  }

  private PaperClaim equalUtilisation() {
    Differences apart = new Differences("%.2f");
    for (ClusterEnvironment environment : ClusterEnvironment.values()) {
      for (ReschedulingScheme scheme :
          List.of(
              ReschedulingScheme.COORDINATED,
              ReschedulingScheme.SYSTEM_50,
              ReschedulingScheme.SYSTEM_80)) {
        apart.add(
            environment.id() + " " + scheme.title(),
            summary.difference(environment, scheme, ReschedulingMetric.UTILISATION_PERCENT));
      }
    }
    Verdict verdict = Verdict.allWithin(SMALL_DIFFERENCE, apart.samples());
    return new PaperClaim(
        "C6",
        "Utilisation is the same",
        "< 1 %",
        "points above UE: " + apart,
        verdict,
        verdict == Verdict.HOLDS ? "" : "Differs by a point or more, or not shown to be less.");
  }

  private PaperClaim systemEstimatesHelpAtFirst() {
    Differences gains = new Differences("%.1f");
    for (ClusterEnvironment environment :
        List.of(ClusterEnvironment.HOMOGENEOUS, ClusterEnvironment.FASTER_50)) {
      for (ReschedulingScheme scheme :
          List.of(ReschedulingScheme.SYSTEM_50, ReschedulingScheme.SYSTEM_80)) {
        String name = environment.id() + " " + scheme.title();
        gains.add(
            name + ", until 70 %",
            summary.reduction(
                environment,
                scheme,
                overestimationPercent ->
                    overestimationPercent > 0 && overestimationPercent <= TURNING_POINT_PERCENT,
                ReschedulingMetric.RESPONSE_SECONDS));
        gains.add(
            name + ", lost from 70 to 200 %",
            summary.reductionLost(
                environment,
                scheme,
                TURNING_POINT_PERCENT,
                MAX_PERCENT,
                ReschedulingMetric.RESPONSE_SECONDS));
      }
    }
    return gains.claimPositive(
        "C7",
        "System estimates help until 60–70 % overestimation, then their cost exceeds the gain",
        "direction",
        "% lower response time: ");
  }

  private PaperClaim leastWorkIsBetter() {
    Differences response =
        atTableIv(ReschedulingScheme.LEAST_WORK, ReschedulingMetric.RESPONSE_SECONDS);
    Differences slowdown = atTableIv(ReschedulingScheme.LEAST_WORK, ReschedulingMetric.SLOWDOWN);
    Verdict verdict =
        beyond(
                response,
                atTableIv(ReschedulingScheme.COORDINATED, ReschedulingMetric.RESPONSE_SECONDS))
            .and(
                beyond(
                    slowdown,
                    atTableIv(ReschedulingScheme.COORDINATED, ReschedulingMetric.SLOWDOWN)));
    return new PaperClaim(
        "T1",
        "Ours: least work first, without coordination, gains more than coordination",
        "–",
        "% lower, homogeneous, response at " + response + "; slowdown at " + slowdown,
        verdict,
        verdict == Verdict.HOLDS ? "" : "The intervals overlap those of C2 or C3.");
  }

  /** Whether our intervals lie above the others without overlap. */
  private static Verdict beyond(Differences ours, Differences theirs) {
    boolean apart = true;
    boolean above = true;
    for (int i = 0; i < ours.samples().size(); i++) {
      Sample own = ours.samples().get(i);
      Sample other = theirs.samples().get(i);
      apart &= own.low() > other.high();
      above &= own.mean() > other.mean();
    }
    return apart ? Verdict.HOLDS : above ? Verdict.HOLDS_IN_DIRECTION : Verdict.DOES_NOT_HOLD;
  }
}
