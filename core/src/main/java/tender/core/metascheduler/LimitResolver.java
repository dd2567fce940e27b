package tender.core.metascheduler;

import java.util.Optional;
import tender.core.budget.BudgetBounds;
import tender.core.budget.LimitFactors;
import tender.core.compose.CheapestInTime;
import tender.core.compose.Composition;
import tender.core.compose.CompositionPolicy;
import tender.core.compose.EarliestCompletion;
import tender.core.compose.Replies;
import tender.core.metascheduler.state.BagEffect;
import tender.core.model.Money;
import tender.core.model.Time;

/**
 * Sets the deadline and the budget of a bag that has factors for them (Suresh Kumar and
 * Purusothaman, "Explicit Allocation Strategy with Deadline and Budget Constraint Algorithm in Bag
 * of Tasks Grid"):
 *
 * <pre>
 * D_absolute = T_min + D_factor (T_max - T_min)
 * B_absolute = C_min + B_factor (C_max - C_min)
 * </pre>
 *
 * <p>The paper computes the bounds from the processors and prices of all resources. A market does
 * not know them, so the offers determine the bounds: T_min and C_max are those of the earliest
 * composition, C_min and T_max those of the cheapest. Until the limits are set, the bag is called
 * like one without a deadline, and each provider offers its earliest completion of every size. The
 * same offers are then composed under the limits.
 */
record LimitResolver(TimeoutConfig timeouts) {
  private static final CompositionPolicy EARLIEST = new EarliestCompletion();
  private static final CompositionPolicy CHEAPEST = new CheapestInTime();

  /** Sets the limits of a bag that has factors, if the offers cover it. */
  void resolve(BagBuilder bag, Replies replies, long nowMillis) {
    LimitFactors factors = bag.acceptancePolicy.limitFactors().orElse(null);
    if (factors != null) {
      bounds(replies, nowMillis).ifPresent(bounds -> set(bag, factors, bounds, nowMillis));
    }
  }

  /**
   * The bounds of the offers, with durations from now; empty if the offers do not cover the bag.
   */
  private static Optional<BudgetBounds> bounds(Replies replies, long nowMillis) {
    Composition earliest = EARLIEST.compose(replies);
    Composition cheapest = CHEAPEST.compose(replies.withDeadline(Time.NEVER));
    if (earliest.unplacedTasks() > 0 || cheapest.unplacedTasks() > 0) {
      return Optional.empty();
    }
    // A provider whose clock is slow may offer a completion in the past.
    long minMillis = Math.max(0, earliest.completionMillis() - nowMillis);
    long maxMillis = Math.max(0, cheapest.completionMillis() - nowMillis);
    // A provider may ask more per task in a larger offer, which the cheapest composition uses.
    Money minCost = min(earliest.price(), cheapest.price());
    Money maxCost = max(earliest.price(), cheapest.price());
    return Optional.of(
        new BudgetBounds(minMillis, Math.max(minMillis, maxMillis), minCost, maxCost));
  }

  private void set(BagBuilder bag, LimitFactors factors, BudgetBounds bounds, long nowMillis) {
    Optional<Long> deadlineMillis =
        factors.withinMillis(bounds).map(within -> deadlineMillis(bag, nowMillis + within));
    Optional<Money> budget = factors.budget(bounds);
    bag.acceptancePolicy = bag.acceptancePolicy.withLimits(deadlineMillis, budget);
    deadlineMillis.ifPresent(millis -> bag.bag = bag.bag.withDeadline(millis));
    bag.effects.add(new BagEffect.LimitsSet(bounds, deadlineMillis, budget));
  }

  /** Providers are called again after acceptance, so a bag that asks its user gets time for it. */
  private long deadlineMillis(BagBuilder bag, long untilMillis) {
    long acceptMillis = bag.acceptancePolicy.alwaysAsks() ? timeouts.acceptTimeoutMillis() : 0;
    return Math.min(Time.after(untilMillis, acceptMillis), Time.LIMIT_MILLIS);
  }

  private static Money min(Money one, Money other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  private static Money max(Money one, Money other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
