package tender.experiments.budget;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tender.experiments.claims.PaperClaim;
import tender.experiments.claims.Verdict;
import tender.experiments.statistics.Sample;

/** The claims D1 and D2 of Suresh Kumar and Purusothaman, also under other assumptions. */
public final class BudgetClaims {
  private static final List<String> TIMES =
      List.of(BudgetMetrics.EXECUTION_SECONDS, BudgetMetrics.COMPLETION_SECONDS);

  private static final String SAME_UNDER_VARIANTS =
      "The same under every assumption that the paper leaves open, over every baseline";

  /** Below this the level of the paper's tables counts as reproduced. */
  private static final double SIMILAR = 0.1;

  private final BudgetSummary summary;

  private BudgetClaims(BudgetSummary summary) {
    this.summary = summary;
  }

  /** A named ratio. */
  private record Factor(String name, Sample sample) {
    String text() {
      return name + " " + sample.text(3);
    }
  }

  public static List<PaperClaim> check(BudgetSummary summary) {
    BudgetClaims claims = new BudgetClaims(summary);
    return List.of(
        claims.costsLess(),
        claims.costsLessUnderVariants(),
        claims.isFaster(),
        claims.isFasterUnderVariants(),
        claims.both(
            "D1 and D2, a job on one element",
            "Both hold if a job runs on one processing element",
            scenario -> scenario.withPower(ResourcePower.ONE_ELEMENT)),
        claims.both(
            "D1 and D2, local jobs preempt",
            "Both hold if only grid jobs are scheduled and local jobs preempt them",
            scenario -> scenario.withLocalJobs(LocalJobs.PREEMPTING)),
        claims.stepsAsPrinted(ResourcePower.ALL_ELEMENTS, "D1 and D2, steps as printed"),
        claims.stepsAsPrinted(
            ResourcePower.ONE_ELEMENT, "D1 and D2, steps as printed, a job on one element"),
        claims.levelOfTables());
  }

  private PaperClaim costsLess() {
    List<Factor> factors = inputs(BudgetExperiment.standard(), BudgetMetrics.COST);
    return claim(
        "D1",
        "The cost factor of cost–time over explicit allocation is above 1 in every input",
        "> 1",
        text(factors),
        factors);
  }

  private PaperClaim costsLessUnderVariants() {
    List<Factor> factors = underVariants(List.of(BudgetMetrics.COST));
    return claim("D1, otherwise", SAME_UNDER_VARIANTS, "–", range(factors), factors);
  }

  private PaperClaim isFaster() {
    List<Factor> factors = inputs(BudgetExperiment.standard(), BudgetMetrics.EXECUTION_SECONDS);
    return claim(
        "D2",
        "The speed-up of cost–time over explicit allocation is above 1 in every input",
        "1.148, 1.014, 1.079, 1.020, 1.054",
        text(factors),
        factors);
  }

  private PaperClaim isFasterUnderVariants() {
    List<Factor> factors = underVariants(TIMES);
    String ours =
        range(factors)
            + ". Above 1 with 95 % confidence in "
            + factors.stream().filter(factor -> factor.sample.low() > 1).count()
            + " of "
            + factors.size();
    return claim("D2, otherwise", SAME_UNDER_VARIANTS, "–", ours, factors);
  }

  /** The experiments that show what D2 depends on: the speed of a job, and who is scheduled. */
  private PaperClaim both(String id, String statement, UnaryOperator<BudgetScenario> change) {
    List<BudgetScenario> scenarios = BudgetExperiment.standard().stream().map(change).toList();
    List<Factor> costs = inputs(scenarios, BudgetMetrics.COST);
    List<Factor> speedUps = inputs(scenarios, BudgetMetrics.EXECUTION_SECONDS);
    List<Factor> both = new ArrayList<>(costs);
    both.addAll(speedUps);
    return claim(
        id, statement, "–", "cost factor: " + text(costs) + ". Speed-up: " + text(speedUps), both);
  }

  /**
   * Time–cost, which the last steps of the algorithm describe if they are taken literally, for
   * every B_factor: the paper does not give one.
   */
  private PaperClaim stepsAsPrinted(ResourcePower power, String id) {
    List<Factor> overExplicit = new ArrayList<>();
    StringJoiner ours = new StringJoiner("; ");
    List<String> incomplete = new ArrayList<>();
    for (double budgetFactor : BudgetExperiment.budgetFactors()) {
      List<BudgetScenario> scenarios = BudgetExperiment.standard(budgetFactor, power);
      if (!scenarios.stream()
          .allMatch(each -> summary.isComplete(each, BudgetStrategy.TIME_COST))) {
        incomplete.add(Double.toString(budgetFactor));
        continue;
      }
      List<Factor> costs = timeCost(scenarios, BudgetStrategy.EXPLICIT, BudgetMetrics.COST);
      List<Factor> speedUps =
          timeCost(scenarios, BudgetStrategy.EXPLICIT, BudgetMetrics.EXECUTION_SECONDS);
      overExplicit.addAll(costs);
      overExplicit.addAll(speedUps);
      ours.add(budgetFactor + ": " + lowest(costs) + " and " + lowest(speedUps));
    }
    StringJoiner where = new StringJoiner("; ");
    for (BudgetStrategy baseline : BudgetStrategy.BASELINES) {
      where.add("over " + baseline + " " + bothAboveOne(power, baseline));
    }
    return claim(
        id,
        "Both hold if resources are sorted by completion time alone, for every B_factor",
        "–",
        "lowest cost factor and speed-up of the inputs by B_factor: "
            + ours
            + ". Not all jobs are affordable with "
            + (incomplete.isEmpty() ? "none" : String.join(", ", incomplete))
            + ". B_factors with both above 1 in every input: "
            + where,
        overExplicit);
  }

  private String bothAboveOne(ResourcePower power, BudgetStrategy baseline) {
    List<String> factors = new ArrayList<>();
    for (double budgetFactor : BudgetExperiment.budgetFactors()) {
      List<BudgetScenario> scenarios = BudgetExperiment.standard(budgetFactor, power);
      List<Factor> both = new ArrayList<>(timeCost(scenarios, baseline, BudgetMetrics.COST));
      both.addAll(timeCost(scenarios, baseline, BudgetMetrics.EXECUTION_SECONDS));
      if (scenarios.stream().allMatch(each -> summary.isComplete(each, BudgetStrategy.TIME_COST))
          && allAboveOne(both) == Verdict.HOLDS) {
        factors.add(Double.toString(budgetFactor));
      }
    }
    return factors.isEmpty() ? "none" : String.join(", ", factors);
  }

  private List<Factor> timeCost(
      List<BudgetScenario> scenarios, BudgetStrategy baseline, String metric) {
    return scenarios.stream()
        .map(scenario -> factor(scenario, baseline, BudgetStrategy.TIME_COST, metric))
        .toList();
  }

  private static String lowest(List<Factor> factors) {
    return factors.stream()
        .map(Factor::sample)
        .min(Comparator.comparingDouble(Sample::mean))
        .orElseThrow()
        .text(2);
  }

  /** Our execution times and costs divided by those of the paper, with the loads of its tables. */
  private PaperClaim levelOfTables() {
    StringJoiner ours = new StringJoiner(". ");
    List<Sample> all = new ArrayList<>();
    for (ResourcePower power : ResourcePower.values()) {
      List<Sample> with = new ArrayList<>();
      List<Sample> without = new ArrayList<>();
      List<Sample> costs = new ArrayList<>();
      for (BudgetScenario standard : BudgetExperiment.standard()) {
        BudgetScenario scenario = standard.withPower(power);
        BudgetInput input = scenario.input();
        String seconds = BudgetMetrics.EXECUTION_SECONDS;
        with.add(relative(scenario, BudgetStrategy.COST_TIME, seconds, input.paperSeconds()));
        without.add(
            relative(scenario, BudgetStrategy.EXPLICIT, seconds, input.paperExplicitSeconds()));
        costs.add(
            relative(scenario, BudgetStrategy.COST_TIME, BudgetMetrics.COST, input.paperCost()));
      }
      ours.add(
          power.title()
              + ": time "
              + means(with)
              + ", without "
              + means(without)
              + ", cost "
              + means(costs));
      if (power == ResourcePower.ALL_ELEMENTS) {
        all.addAll(with);
        all.addAll(without);
        all.addAll(costs);
      }
    }
    Verdict verdict = Verdict.allWithin(SIMILAR, all.stream().map(BudgetClaims::aboveOne).toList());
    return new PaperClaim(
        "Tables 3 to 5",
        "Execution times and costs are within 10 % of the paper's",
        "1",
        "ours divided by the paper's, inputs 1 to 5. " + ours,
        verdict,
        "");
  }

  private Sample relative(
      BudgetScenario scenario, BudgetStrategy strategy, String metric, double paper) {
    Sample ours = summary.of(scenario, strategy, metric);
    return new Sample(
        ours.size(),
        ours.mean() / paper,
        ours.standardDeviation() / paper,
        ours.halfWidth() / paper);
  }

  private static String means(List<Sample> samples) {
    return samples.stream().map(sample -> sample.text(2)).collect(Collectors.joining(", "));
  }

  private List<Factor> inputs(List<BudgetScenario> scenarios, String metric) {
    return scenarios.stream()
        .map(
            scenario -> factor(scenario, BudgetStrategy.EXPLICIT, BudgetStrategy.COST_TIME, metric))
        .toList();
  }

  private Factor factor(
      BudgetScenario scenario, BudgetStrategy baseline, BudgetStrategy strategy, String metric) {
    return new Factor(
        "input " + scenario.input().name(), summary.factor(scenario, baseline, strategy, metric));
  }

  /** The factors of cost–time under every variant, over every baseline. */
  private List<Factor> underVariants(List<String> metrics) {
    List<BudgetExperiment.Variant> variants = new ArrayList<>();
    variants.add(new BudgetExperiment.Variant("as stated", BudgetExperiment.standard()));
    variants.addAll(BudgetExperiment.variants());
    List<Factor> factors = new ArrayList<>();
    for (BudgetExperiment.Variant variant : variants) {
      for (BudgetScenario scenario : variant.scenarios()) {
        for (BudgetStrategy baseline : BudgetStrategy.BASELINES) {
          for (String metric : metrics) {
            factors.add(underVariant(variant.title(), scenario, baseline, metric));
          }
        }
      }
    }
    return factors;
  }

  private Factor underVariant(
      String title, BudgetScenario scenario, BudgetStrategy baseline, String metric) {
    return new Factor(
        String.format(
            Locale.ROOT,
            "%s, input %s, over %s, %s",
            title,
            scenario.input().name(),
            baseline,
            metric.replace('_', ' ')),
        summary.factor(scenario, baseline, BudgetStrategy.COST_TIME, metric));
  }

  private static PaperClaim claim(
      String id, String statement, String paper, String ours, List<Factor> factors) {
    Verdict verdict = allAboveOne(factors);
    return new PaperClaim(id, statement, paper, ours, verdict, explanation(factors, verdict));
  }

  private static Verdict allAboveOne(List<Factor> factors) {
    return Verdict.allPositive(
        factors.stream().map(Factor::sample).map(BudgetClaims::aboveOne).toList());
  }

  private static Sample aboveOne(Sample factor) {
    return new Sample(
        factor.size(), factor.mean() - 1, factor.standardDeviation(), factor.halfWidth());
  }

  private static String text(List<Factor> factors) {
    return factors.stream().map(Factor::text).collect(Collectors.joining("; "));
  }

  private static String range(List<Factor> factors) {
    List<Factor> ordered =
        factors.stream()
            .sorted(Comparator.comparingDouble(factor -> factor.sample.mean()))
            .toList();
    return "%s cases, from %s (%s) to %s (%s)"
        .formatted(
            factors.size(),
            ordered.getFirst().sample.text(3),
            ordered.getFirst().name,
            ordered.getLast().sample.text(3),
            ordered.getLast().name);
  }

  private static String explanation(List<Factor> factors, Verdict verdict) {
    return switch (verdict) {
      case HOLDS -> "";
      case HOLDS_IN_DIRECTION ->
          "Not significant in "
              + factors.stream().filter(factor -> factor.sample.low() <= 1).count()
              + " of "
              + factors.size()
              + " cases.";
      case DOES_NOT_HOLD ->
          "Not above 1 on average in "
              + factors.stream().filter(factor -> factor.sample.mean() <= 1).count()
              + " of "
              + factors.size()
              + " cases.";
    };
  }
}
