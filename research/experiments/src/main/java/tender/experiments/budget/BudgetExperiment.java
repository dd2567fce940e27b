package tender.experiments.budget;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import tender.experiments.run.RunKey;
import tender.experiments.run.SeededExperiment;

/**
 * The scenarios, strategies and seeds of the budget experiment.
 *
 * @param seeds number of seeds, which are 1, 2, … and draw the lengths of jobs
 */
public record BudgetExperiment(int seeds) implements SeededExperiment<BudgetExperiment.Key> {
  private static final int BUDGET_STEPS = 10;
  private static final int PAPER_SEEDS = 30;

  public static BudgetExperiment paper() {
    return new BudgetExperiment(PAPER_SEEDS);
  }

  /** Identifies one run. */
  public record Key(BudgetScenario scenario, BudgetStrategy strategy, int seed) implements RunKey {
    @Override
    public String toString() {
      return scenario.id() + "-" + strategy.id() + "-" + seed;
    }

    String cells() {
      return scenario.id() + "," + strategy.id() + "," + seed;
    }
  }

  /** Another choice for something that the paper leaves open. */
  record Variant(String title, List<BudgetScenario> scenarios) {
    private static Variant of(String title, UnaryOperator<BudgetScenario> change) {
      return new Variant(title, BudgetExperiment.standard().stream().map(change).toList());
    }
  }

  /** The inputs of Table 2. */
  static List<BudgetScenario> standard() {
    return BudgetInput.TABLE_2.stream().map(BudgetScenario::of).toList();
  }

  /** The inputs of Table 2 with a B_factor, which the paper does not give. */
  static List<BudgetScenario> standard(double budgetFactor, ResourcePower power) {
    return standard().stream()
        .map(scenario -> scenario.withBudgetFactor(budgetFactor).withPower(power))
        .toList();
  }

  /** B_factors from 0, as little as possible, to 1, as much as required. */
  static List<Double> budgetFactors() {
    return IntStream.rangeClosed(0, BUDGET_STEPS)
        .mapToObj(step -> step / (double) BUDGET_STEPS)
        .toList();
  }

  /** Other choices for what the paper leaves open, but for the B_factor. */
  static List<Variant> variants() {
    return List.of(
        Variant.of(
            "a job on one element", scenario -> scenario.withPower(ResourcePower.ONE_ELEMENT)),
        new Variant("input 3 of Table 5", List.of(BudgetScenario.of(BudgetInput.THIRD_OF_TABLE_5))),
        Variant.of("lengths ± 30 %", scenario -> scenario.withDeviation(30)),
        Variant.of("local jobs pinned", scenario -> scenario.withLocalJobs(LocalJobs.PINNED)),
        Variant.of(
            "local jobs preempt grid jobs",
            scenario -> scenario.withLocalJobs(LocalJobs.PREEMPTING)),
        Variant.of(
            "local jobs preempt grid jobs, a job on one element",
            scenario ->
                scenario.withLocalJobs(LocalJobs.PREEMPTING).withPower(ResourcePower.ONE_ELEMENT)));
  }

  /** All scenarios, without duplicates. */
  static List<BudgetScenario> scenarios() {
    Set<BudgetScenario> scenarios = new LinkedHashSet<>(standard());
    variants().forEach(variant -> scenarios.addAll(variant.scenarios()));
    for (ResourcePower power : ResourcePower.values()) {
      budgetFactors().forEach(factor -> scenarios.addAll(standard(factor, power)));
    }
    return List.copyOf(scenarios);
  }

  @Override
  public List<Key> keys() {
    List<Key> keys = new ArrayList<>();
    for (BudgetScenario scenario : scenarios()) {
      for (BudgetStrategy strategy : BudgetStrategy.values()) {
        for (int seed = 1; seed <= seeds; seed++) {
          keys.add(new Key(scenario, strategy, seed));
        }
      }
    }
    return keys;
  }
}
