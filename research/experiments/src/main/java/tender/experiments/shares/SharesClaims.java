package tender.experiments.shares;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import tender.core.model.Time;
import tender.experiments.claims.Differences;
import tender.experiments.claims.PaperClaim;
import tender.experiments.claims.Verdict;
import tender.experiments.run.MeasuredRun;
import tender.experiments.statistics.Sample;

/** The claims P1 to P3 of Sulistio and Buyya. */
public final class SharesClaims {
  private static final double ALLOWED_HOURS =
      BelleTestbed.TIME_LIMIT_MILLIS / (double) Time.HOUR_MILLIS;

  /** The local user whose domain has the slow resource. */
  private static final String SLOW_DOMAIN_USER = "U3";

  /** The local user whose domain has only fast resources. */
  private static final String FAST_DOMAIN_USER = "U8";

  private static final List<String> GLOBAL = List.of("U2", "U7");

  /** Users without optimisation that pay more than U8. */
  private static final List<String> HIGH_BIDDERS = List.of("U4", "U5");

  /** Optimised users that the paper calls expensive: U8 pays less than some No-Opt users. */
  private static final List<String> EXPENSIVE = List.of("U2", SLOW_DOMAIN_USER, "U7");

  private final SharesSummary summary;

  private SharesClaims(SharesSummary summary) {
    this.summary = summary;
  }

  public static List<PaperClaim> check(SharesSummary summary) {
    SharesClaims claims = new SharesClaims(summary);
    return List.of(
        claims.optimisedEndSooner(),
        claims.allButOneEndInTime(),
        claims.slowDomainUserIsLate(),
        claims.fastDomainUserPaysLessThanGlobal(),
        claims.fastDomainUserPaysLessThanHighBidders(),
        claims.withoutOptimisationIsCheaper(),
        claims.lowBiddersPayLessThanFastDomainUser(),
        claims.byTasksOnSlowResource(),
        claims.endSoonerUnderAlternatives(),
        claims.endInTimeUnderAlternatives(),
        claims.paysLessUnderAlternatives(),
        claims.cheapestUnderAlternatives());
  }

  private PaperClaim optimisedEndSooner() {
    Differences sooner = new Differences("%.2f");
    for (BelleTestbed.User user : BelleTestbed.USERS) {
      if (user.isOptimised()) {
        sooner.add(
            user.name(),
            summary.of(
                Interpretation.STANDARD,
                run ->
                    firstWithoutOptimisation(run) - run.value(SharesMetrics.hours(user.name()))));
      }
    }
    return sooner.claimPositive(
        "P1",
        "Optimised users end sooner than No-Opt users",
        "Figure 6",
        "hours sooner than the first No-Opt user: ");
  }

  private PaperClaim allButOneEndInTime() {
    Differences hoursEarly = new Differences("%.2f");
    List<String> users = new ArrayList<>(GLOBAL);
    users.add(FAST_DOMAIN_USER);
    users.forEach(
        user ->
            hoursEarly.add(
                user, summary.of(Interpretation.STANDARD, run -> hoursEarly(run, user))));
    return hoursEarly.claimPositive(
        "P2",
        "Every optimised user but U3 ends by the deadline",
        "within 10 h",
        "hours before the deadline: ");
  }

  private PaperClaim slowDomainUserIsLate() {
    Differences late = new Differences("%.2f");
    late.add(
        SLOW_DOMAIN_USER,
        summary.of(Interpretation.STANDARD, run -> -hoursEarly(run, SLOW_DOMAIN_USER)));
    return late.claimPositive(
        "P2, U3",
        "The local user of the domain with the slow resource, U3, does not",
        "late",
        "hours after the deadline: ");
  }

  private PaperClaim fastDomainUserPaysLessThanGlobal() {
    return paysLess(FAST_DOMAIN_USER, GLOBAL)
        .claimPositive(
            "P3",
            "The local user of the fast domain, U8, pays less than the global users",
            "Figure 7",
            "G$ less: ");
  }

  private PaperClaim fastDomainUserPaysLessThanHighBidders() {
    return paysLess(FAST_DOMAIN_USER, HIGH_BIDDERS)
        .claimPositive(
            "P3, U4 and U5",
            "U8 pays less than the No-Opt users of the highest bids in domain B",
            "Figure 7",
            "G$ less: ");
  }

  /**
   * "Users with a No-Opt policy have cheaper total cost". U8 is not meant, because the paper says
   * that U8 pays less than U4 and U5.
   */
  private PaperClaim withoutOptimisationIsCheaper() {
    Differences less = new Differences("%.0f");
    for (BelleTestbed.User user : BelleTestbed.USERS) {
      if (!user.isOptimised()) {
        less.add(
            user.name(),
            summary.of(
                Interpretation.STANDARD, run -> lowestExpensiveCost(run) - cost(run, user.name())));
      }
    }
    return less.claimPositive(
        "P3, No-Opt",
        "No-Opt users pay less than U2, U3 and U7",
        "Figure 7",
        "G$ less than the cheapest of the three: ");
  }

  private PaperClaim lowBiddersPayLessThanFastDomainUser() {
    Differences less = new Differences("%.0f");
    for (BelleTestbed.User user : BelleTestbed.USERS) {
      if (isLowBidder(user)) {
        less.add(
            user.name(),
            summary.of(
                Interpretation.STANDARD,
                run -> cost(run, FAST_DOMAIN_USER) - cost(run, user.name())));
      }
    }
    return less.claimPositive(
        "P3, No-Opt and U8",
        "The No-Opt users but U4 and U5 pay less than U8 too",
        "not stated",
        "G$ less: ");
  }

  /**
   * The experiment that shows what P2 and P3 depend on: the number of tasks that a global user
   * sends to the slow resource, which the paper does not give.
   */
  private PaperClaim byTasksOnSlowResource() {
    StringJoiner ours = new StringJoiner("; ");
    List<String> both = new ArrayList<>();
    for (Interpretation reading : Interpretation.BY_PART) {
      Sample early = summary.of(reading, SharesClaims::lastHoursEarly);
      Sample late = summary.of(reading, run -> -hoursEarly(run, SLOW_DOMAIN_USER));
      Sample less = summary.of(reading, run -> lowestExpensiveCost(run) - highestNoOptCost(run));
      Sample local = summary.of(reading, SharesClaims::fastDomainUserSaves);
      ours.add(
          reading.id()
              + " "
              + early.text(2)
              + ", "
              + late.text(2)
              + ", "
              + less.text(0)
              + ", "
              + local.text(0));
      if (Verdict.allPositive(List.of(early, late, less, local)) == Verdict.HOLDS) {
        both.add(reading.id());
      }
    }
    return new PaperClaim(
        "P2 and P3, by tasks on R4",
        "P2 and P3 hold together for some number of tasks that global users send to R4",
        "–",
        "hours before the deadline of the last of U2, U7 and U8, hours after it of U3, G$ by which"
            + " the highest No-Opt cost is below the lowest of U2, U3 and U7, and by which U8 is"
            + " below U2 and U7: "
            + ours
            + ". All above 0: "
            + (both.isEmpty() ? "none" : String.join(", ", both)),
        both.isEmpty() ? Verdict.DOES_NOT_HOLD : Verdict.HOLDS,
        "");
  }

  private PaperClaim endSoonerUnderAlternatives() {
    return underAlternatives(
        "P1, otherwise",
        "P1 under other interpretations",
        "hours from the last optimised to the first No-Opt user: ",
        "%.2f",
        run -> firstWithoutOptimisation(run) - lastOptimised(run));
  }

  private PaperClaim endInTimeUnderAlternatives() {
    return underAlternatives(
        "P2, otherwise",
        "P2 under other interpretations",
        "hours before the deadline of the last of U2, U7 and U8: ",
        "%.2f",
        SharesClaims::lastHoursEarly);
  }

  private PaperClaim paysLessUnderAlternatives() {
    return underAlternatives(
        "P3, otherwise",
        "P3 under other interpretations",
        "G$ by which U8 pays less than the cheaper of U2 and U7: ",
        "%.0f",
        SharesClaims::fastDomainUserSaves);
  }

  private PaperClaim cheapestUnderAlternatives() {
    return underAlternatives(
        "P3, No-Opt, otherwise",
        "P3 on No-Opt under other interpretations",
        "G$ from the highest No-Opt cost to the lowest of U2, U3 and U7: ",
        "%.0f",
        run -> lowestExpensiveCost(run) - highestNoOptCost(run));
  }

  private PaperClaim underAlternatives(
      String id,
      String statement,
      String ours,
      String format,
      ToDoubleFunction<MeasuredRun<SharesExperiment.Key>> value) {
    Differences differences = new Differences(format);
    Interpretation.ALTERNATIVES.forEach(
        interpretation ->
            differences.add(interpretation.title(), summary.of(interpretation, value)));
    return differences.claimPositive(id, statement, "–", ours);
  }

  private Differences paysLess(String user, List<String> others) {
    Differences less = new Differences("%.0f");
    for (String other : others) {
      less.add(
          "than " + other,
          summary.of(Interpretation.STANDARD, run -> cost(run, other) - cost(run, user)));
    }
    return less;
  }

  private static double hoursEarly(MeasuredRun<SharesExperiment.Key> run, String user) {
    return ALLOWED_HOURS - run.value(SharesMetrics.hours(user));
  }

  private static double cost(MeasuredRun<SharesExperiment.Key> run, String user) {
    return run.value(SharesMetrics.cost(user));
  }

  private static double firstWithoutOptimisation(MeasuredRun<SharesExperiment.Key> run) {
    return each(user -> !user.isOptimised(), user -> run.value(SharesMetrics.hours(user)))
        .min()
        .orElseThrow();
  }

  private static double lastOptimised(MeasuredRun<SharesExperiment.Key> run) {
    return each(BelleTestbed.User::isOptimised, user -> run.value(SharesMetrics.hours(user)))
        .max()
        .orElseThrow();
  }

  private static double lastHoursEarly(MeasuredRun<SharesExperiment.Key> run) {
    return Math.min(
        hoursEarly(run, FAST_DOMAIN_USER), Math.min(hoursEarly(run, "U2"), hoursEarly(run, "U7")));
  }

  /** How much less the local user of the fast domain pays than the cheaper global user. */
  private static double fastDomainUserSaves(MeasuredRun<SharesExperiment.Key> run) {
    return Math.min(cost(run, "U2"), cost(run, "U7")) - cost(run, FAST_DOMAIN_USER);
  }

  private static double lowestExpensiveCost(MeasuredRun<SharesExperiment.Key> run) {
    return each(user -> EXPENSIVE.contains(user.name()), user -> cost(run, user))
        .min()
        .orElseThrow();
  }

  private static double highestNoOptCost(MeasuredRun<SharesExperiment.Key> run) {
    return each(user -> !user.isOptimised(), user -> cost(run, user)).max().orElseThrow();
  }

  /** The value of each selected user, by name. */
  private static DoubleStream each(
      Predicate<BelleTestbed.User> selected, ToDoubleFunction<String> value) {
    return BelleTestbed.USERS.stream()
        .filter(selected)
        .map(BelleTestbed.User::name)
        .mapToDouble(value);
  }

  private static boolean isLowBidder(BelleTestbed.User user) {
    return !user.isOptimised() && !HIGH_BIDDERS.contains(user.name());
  }
}
