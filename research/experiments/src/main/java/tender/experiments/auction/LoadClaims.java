package tender.experiments.auction;

import java.util.ArrayList;
import java.util.List;
import tender.experiments.claims.Differences;
import tender.experiments.claims.PaperClaim;
import tender.experiments.claims.Verdict;
import tender.experiments.statistics.Sample;

/**
 * The claims of Garg et al. on the balance of load, A4 and A5. The paper does not say over what
 * time its Figures 3 and 7 average, so both are also checked interval by interval.
 */
final class LoadClaims {
  /** A load deviation below this, in percentage points, counts as near 0. */
  private static final double NEAR_ZERO = 5;

  /** How much more EDF-FQ's loads deviate in the paper. */
  private static final double PAPER_RATIO = 5;

  private static final String FAIR_SHARE = "fair-share";
  private static final String EDF = "edf-fq";
  private static final String DEVIATION = AuctionMetrics.LOAD_DEVIATION;
  private static final String DAM = AuctionExperiment.DOUBLE_AUCTION;

  private final AuctionSummary summary;
  private final AuctionScenario standard;

  private LoadClaims(AuctionSummary summary) {
    this.summary = summary;
    standard = summary.experiment().standard();
  }

  static List<PaperClaim> check(AuctionSummary summary) {
    LoadClaims claims = new LoadClaims(summary);
    return List.of(
        claims.balancesLoad(),
        claims.balancesLoadOverTime(),
        claims.productBalancesBetter(),
        claims.productBalancesBetterOtherwise(),
        claims.productBalancesBetterOverTime());
  }

  private PaperClaim balancesLoad() {
    Sample own = summary.of(standard, DAM, DEVIATION);
    Sample edf = summary.ratio(standard, EDF, DAM, DEVIATION);
    List<String> texts = new ArrayList<>();
    for (String policy : AuctionExperiment.policies()) {
      texts.add(policy + " " + summary.of(standard, policy, DEVIATION).text(1));
    }
    String worst = worst(DEVIATION);
    boolean isLeast =
        AuctionExperiment.BASELINES.stream()
            .allMatch(other -> summary.difference(standard, other, DAM, DEVIATION).mean() > 0);
    boolean isAsFar = edf.high() >= PAPER_RATIO;
    boolean holds = own.high() < NEAR_ZERO && isLeast && isAsFar && worst.equals(FAIR_SHARE);
    return new PaperClaim(
        "A4",
        "The load deviation is near 0 for DAM, about five times that for EDF-FQ, FairShare worst",
        "≈ 0; 5 ×; worst",
        "points: "
            + String.join("; ", texts)
            + ". EDF-FQ "
            + edf.text(1)
            + " × DAM; worst: "
            + worst,
        holds ? Verdict.HOLDS : isLeast ? Verdict.HOLDS_IN_DIRECTION : Verdict.DOES_NOT_HOLD,
        holds ? "" : "Rigid jobs leave gaps in queues with separate processors under any order.");
  }

  private PaperClaim balancesLoadOverTime() {
    Differences above = new Differences("%.1f");
    List<String> ratios = new ArrayList<>();
    List<String> worsts = new ArrayList<>();
    for (int bin = 0; bin < AuctionMetrics.TIME_BINS; bin++) {
      String metric = AuctionMetrics.loadDeviationIn(bin);
      above.add(minutes(bin), summary.difference(standard, EDF, DAM, metric));
      ratios.add(summary.ratio(standard, EDF, DAM, metric).text(1));
      worsts.add(worst(metric));
    }
    return above.claimPositive(
        "A4, over time",
        "In every 20 minutes EDF-FQ's load deviation is above DAM's",
        "Figure 7",
        "EDF-FQ × DAM: "
            + String.join("; ", ratios)
            + ". Worst: "
            + String.join(", ", worsts)
            + ". Points above DAM by minutes: ");
  }

  private PaperClaim productBalancesBetter() {
    return new Differences("%.2f")
        .add("points", summary.difference(standard, AuctionExperiment.ADDITIVE, DAM, DEVIATION))
        .claimPositive(
            "A5",
            "Additive valuation has a much larger load deviation than multiplicative",
            "Figure 3, with the settings of section 5",
            "points above multiplicative: ");
  }

  /** Other numbers of jobs, other sums and asks that stay fixed for a cycle. */
  private PaperClaim productBalancesBetterOtherwise() {
    Differences more = new Differences("%.2f");
    for (AuctionScenario scenario : summary.experiment().byJobs()) {
      more.add(
          scenario.jobs() + " jobs",
          summary.difference(scenario, AuctionExperiment.ADDITIVE, DAM, DEVIATION));
    }
    more.add(
        "normalised sum",
        summary.difference(standard, AuctionExperiment.ADDITIVE_NORMALISED, DAM, DEVIATION));
    more.add("fixed asks", overFixedAsks(AuctionExperiment.ADDITIVE_FIXED_ASKS));
    more.add(
        "normalised sum, fixed asks",
        overFixedAsks(AuctionExperiment.ADDITIVE_NORMALISED_FIXED_ASKS));
    return more.claimPositive(
        "A5, otherwise",
        "The same for other numbers of jobs, sums and rules for asks",
        "–",
        "points above multiplicative: ");
  }

  private Sample overFixedAsks(String policy) {
    return summary.difference(standard, policy, AuctionExperiment.FIXED_ASKS, DEVIATION);
  }

  private PaperClaim productBalancesBetterOverTime() {
    Differences more = new Differences("%.2f");
    for (int bin = 0; bin < AuctionMetrics.TIME_BINS; bin++) {
      more.add(
          minutes(bin),
          summary.difference(
              standard, AuctionExperiment.ADDITIVE, DAM, AuctionMetrics.loadDeviationIn(bin)));
    }
    return more.claimPositive(
        "A5, over time",
        "The same in every 20 minutes",
        "–",
        "points above multiplicative by minutes: ");
  }

  private static String minutes(int bin) {
    return AuctionMetrics.BIN_MINUTES * bin + "–" + AuctionMetrics.BIN_MINUTES * (bin + 1);
  }

  /** The policy of the paper with the largest mean. */
  private String worst(String metric) {
    String worst = DAM;
    for (String policy : AuctionExperiment.BASELINES) {
      if (summary.of(standard, policy, metric).mean()
          > summary.of(standard, worst, metric).mean()) {
        worst = policy;
      }
    }
    return worst;
  }
}
