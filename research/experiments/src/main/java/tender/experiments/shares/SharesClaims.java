package tender.experiments.shares;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import tender.core.model.Time;
import tender.experiments.claims.PaperClaim;
import tender.experiments.claims.Differences;
import tender.experiments.claims.Verdict;
import tender.experiments.run.MeasuredRun;

/** The claims P1 to P3 of Sulistio and Buyya. */
public final class SharesClaims {
  private static final double ALLOWED_HOURS =
      BelleTestbed.TIME_LIMIT_MILLIS / (double) Time.HOUR_MILLIS;

  /** The local user whose domain has the slow resource. */
  private static final String STUCK = "U3";

  /** The local user whose domain has none. */
  private static final String LUCKY = "U8";

  private static final List<String> GLOBAL = List.of("U2", "U7");

  /** Without optimisation, but dearer than U8. */
  private static final List<String> DEAR = List.of("U4", "U5");

  private final SharesSummary summary;

  private SharesClaims(SharesSummary summary) {
    this.summary = summary;
  }

  public static List<PaperClaim> check(SharesSummary summary) {
    SharesClaims claims = new SharesClaims(summary);
    return List.of(
        claims.optimisedEndSooner(),
        claims.allButOneEndInTime(),
        claims.stuckUserIsLate(),
        claims.luckyUserPaysLessThanGlobal(),
        claims.luckyUserPaysLessThanDear(),
        claims.withoutOptimisationIsCheapest(),
        claims.endSoonerOtherwise(),
        claims.endInTimeOtherwise(),
        claims.paysLessOtherwise(),
        claims.cheapestOtherwise());
  }

  private PaperClaim optimisedEndSooner() {
    Differences sooner = new Differences("%.2f");
    for (BelleTestbed.User user : BelleTestbed.USERS) {
      if (user.isOptimised()) {
        sooner.add(
            user.name(),
            summary.of(
                Interpretation.STANDARD,
                run -> firstWithout(run) - run.value(SharesMetrics.hours(user.name()))));
      }
    }
    return claim(
        "P1",
        "Optimised users end sooner than No-Opt users",
        "Figure 6",
        "hours sooner than the first No-Opt user: ",
        sooner);
  }

  private PaperClaim allButOneEndInTime() {
    Differences early = new Differences("%.2f");
    List<String> users = new ArrayList<>(GLOBAL);
    users.add(LUCKY);
    users.forEach(user -> early.add(user, summary.of(Interpretation.STANDARD, run -> early(run, user))));
    return claim(
        "P2",
        "Every optimised user but U3 ends by the deadline",
        "within 10 h",
        "hours before the deadline: ",
        early);
  }

  private PaperClaim stuckUserIsLate() {
    Differences late = new Differences("%.2f");
    late.add(STUCK, summary.of(Interpretation.STANDARD, run -> -early(run, STUCK)));
    return claim(
        "P2, U3",
        "The local user stuck with the slow resource does not",
        "late",
        "hours after the deadline: ",
        late);
  }

  private PaperClaim luckyUserPaysLessThanGlobal() {
    return claim(
        "P3",
        "The local user of the fast domain, U8, pays less than the global users",
        "Figure 7",
        "G$ less: ",
        paysLess(LUCKY, GLOBAL));
  }

  private PaperClaim luckyUserPaysLessThanDear() {
    return claim(
        "P3, U4 and U5",
        "U8 pays less than the No-Opt users of the highest bids in domain B",
        "Figure 7",
        "G$ less: ",
        paysLess(LUCKY, DEAR));
  }

  private PaperClaim withoutOptimisationIsCheapest() {
    Differences less = new Differences("%.0f");
    for (BelleTestbed.User user : BelleTestbed.USERS) {
      if (isCheap(user)) {
        less.add(
            user.name(),
            summary.of(Interpretation.STANDARD, run -> cheapestOptimised(run) - cost(run, user.name())));
      }
    }
    return claim(
        "P3, No-Opt",
        "The other No-Opt users pay less than every optimised one",
        "Figure 7",
        "G$ less than the cheapest optimised user: ",
        less);
  }

  private PaperClaim endSoonerOtherwise() {
    return otherwise(
        "P1, otherwise",
        "P1 under other readings",
        "hours from the last optimised to the first No-Opt user: ",
        "%.2f",
        run -> firstWithout(run) - lastOptimised(run));
  }

  private PaperClaim endInTimeOtherwise() {
    return otherwise(
        "P2, otherwise",
        "P2 under other readings",
        "hours before the deadline of the last of U2, U7 and U8: ",
        "%.2f",
        run -> Math.min(early(run, LUCKY), Math.min(early(run, "U2"), early(run, "U7"))));
  }

  private PaperClaim paysLessOtherwise() {
    return otherwise(
        "P3, otherwise",
        "P3 under other readings",
        "G$ by which U8 pays less than the cheaper of U2 and U7: ",
        "%.0f",
        run -> Math.min(cost(run, "U2"), cost(run, "U7")) - cost(run, LUCKY));
  }

  private PaperClaim cheapestOtherwise() {
    return otherwise(
        "P3, No-Opt, otherwise",
        "P3 on No-Opt under other readings",
        "G$ by which the dearest of U0, U1, U6 and U9 pays less than the cheapest optimised user: ",
        "%.0f",
        run -> cheapestOptimised(run) - dearestWithout(run));
  }

  private PaperClaim otherwise(
      String id,
      String words,
      String ours,
      String format,
      ToDoubleFunction<MeasuredRun<SharesExperiment.Key>> value) {
    Differences differences = new Differences(format);
    Interpretation.ALTERNATIVES.forEach(reading -> differences.add(reading.title(), summary.of(reading, value)));
    return claim(id, words, "–", ours, differences);
  }

  private Differences paysLess(String user, List<String> others) {
    Differences less = new Differences("%.0f");
    for (String other : others) {
      less.add(
          "than " + other, summary.of(Interpretation.STANDARD, run -> cost(run, other) - cost(run, user)));
    }
    return less;
  }

  private static PaperClaim claim(
      String id, String words, String paper, String ours, Differences differences) {
    Verdict verdict = Verdict.allPositive(differences.samples());
    return new PaperClaim(
        id, words, paper, ours + differences, verdict, differences.explainNotPositive(verdict, ""));
  }

  private static double early(MeasuredRun<SharesExperiment.Key> run, String user) {
    return ALLOWED_HOURS - run.value(SharesMetrics.hours(user));
  }

  private static double cost(MeasuredRun<SharesExperiment.Key> run, String user) {
    return run.value(SharesMetrics.cost(user));
  }

  private static double firstWithout(MeasuredRun<SharesExperiment.Key> run) {
    return BelleTestbed.USERS.stream()
        .filter(user -> !user.isOptimised())
        .mapToDouble(user -> run.value(SharesMetrics.hours(user.name())))
        .min()
        .orElseThrow();
  }

  private static double lastOptimised(MeasuredRun<SharesExperiment.Key> run) {
    return BelleTestbed.USERS.stream()
        .filter(BelleTestbed.User::isOptimised)
        .mapToDouble(user -> run.value(SharesMetrics.hours(user.name())))
        .max()
        .orElseThrow();
  }

  private static double cheapestOptimised(MeasuredRun<SharesExperiment.Key> run) {
    return BelleTestbed.USERS.stream()
        .filter(BelleTestbed.User::isOptimised)
        .mapToDouble(user -> cost(run, user.name()))
        .min()
        .orElseThrow();
  }

  private static double dearestWithout(MeasuredRun<SharesExperiment.Key> run) {
    return BelleTestbed.USERS.stream()
        .filter(SharesClaims::isCheap)
        .mapToDouble(user -> cost(run, user.name()))
        .max()
        .orElseThrow();
  }

  private static boolean isCheap(BelleTestbed.User user) {
    return !user.isOptimised() && !DEAR.contains(user.name());
  }
}
