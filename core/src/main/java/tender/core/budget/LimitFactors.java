package tender.core.budget;

import java.util.Optional;
import tender.core.model.Money;

/**
 * A deadline and a budget as factors between the bounds of what is possible: D_factor and B_factor
 * of Suresh Kumar and Purusothaman. At least one of them is given. A user who knows neither the
 * load nor the prices of the providers can thus say how urgent a bag is and how much it may cost.
 *
 * @param deadlinePermille from 0, the earliest completion, to 1000, the completion of the cheapest
 *     composition; empty if the deadline does not depend on offers
 * @param budgetPermille from 0, the lowest cost, to 1000, the cost of the earliest completion;
 *     empty if the budget does not depend on offers
 */
public record LimitFactors(Optional<Integer> deadlinePermille, Optional<Integer> budgetPermille) {
  public static final int MAX_PERMILLE = 1_000;

  public LimitFactors {
    if (deadlinePermille.isEmpty() && budgetPermille.isEmpty()) {
      throw new IllegalArgumentException(
          "Neither a deadline factor nor a budget factor is given; at least one must be.");
    }
    deadlinePermille.ifPresent(permille -> requireFactor(permille, "deadline"));
    budgetPermille.ifPresent(permille -> requireFactor(permille, "budget"));
  }

  private static void requireFactor(int permille, String name) {
    if (permille < 0 || permille > MAX_PERMILLE) {
      throw new IllegalArgumentException(
          "The "
              + name
              + " factor is "
              + permille
              + " thousandths, and must be from 0 to "
              + MAX_PERMILLE
              + ".");
    }
  }

  /** The deadline D_absolute as a duration from now; empty without a deadline factor. */
  public Optional<Long> withinMillis(BudgetBounds bounds) {
    return deadlinePermille.map(permille -> bounds.withinMillis(factor(permille)));
  }

  /** The budget B_absolute; empty without a budget factor. */
  public Optional<Money> budget(BudgetBounds bounds) {
    return budgetPermille.map(permille -> bounds.budget(factor(permille)));
  }

  private static double factor(int permille) {
    return (double) permille / MAX_PERMILLE;
  }
}
