package tender.experiments.budget;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import tender.experiments.run.RunKey;
import tender.experiments.run.SeededExperiment;

/**
 * The scenarios, strategies and seeds of the budget experiment.
 *
 * @param seeds number of seeds, which are 1, 2, … and draw the lengths of jobs
 */
public record BudgetExperiment(int seeds) implements SeededExperiment<BudgetExperiment.Key> {
  /** Found by trial: with 0.5 time–cost is not always faster, with 0.75 not always cheaper. */
  static final double MIDDLE_BUDGET_FACTOR = 0.6;

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

  static List<Variant> variants() {
    return List.of(
        new Variant("input 3 of Table 5", List.of(BudgetScenario.of(BudgetInput.THIRD_OF_TABLE_5))),
        Variant.of("lengths ± 30 %", scenario -> scenario.withDeviation(30)),
        Variant.of("B_factor 0.25", scenario -> scenario.withBudgetFactor(0.25)),
        Variant.of("B_factor 0.6", scenario -> scenario.withBudgetFactor(MIDDLE_BUDGET_FACTOR)),
        Variant.of("B_factor 1", scenario -> scenario.withBudgetFactor(1)),
        Variant.of("local jobs pinned", BudgetScenario::withLocalJobsPinned));
  }

  /** All scenarios, without duplicates. */
  static List<BudgetScenario> scenarios() {
    List<BudgetScenario> scenarios = new ArrayList<>(standard());
    variants().forEach(variant -> scenarios.addAll(variant.scenarios()));
    return scenarios;
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
