package tender.simulator.faults.checks;

import java.util.LinkedHashMap;
import java.util.Map;
import tender.core.budget.BudgetBounds;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.Promise;
import tender.core.model.BagId;
import tender.core.store.Transaction;

/**
 * Checks that the limits of bags with factors lie between the bounds of their offers, and that such
 * bags are promised only within them. The simulated users accept no quotes, so there are no
 * exceptions.
 */
final class LimitInvariantChecker {
  private final Map<BagId, BagEffect.LimitsSet> limits = new LinkedHashMap<>();

  void committed(Transaction transaction, long storeMillis) {
    for (BagEffect effect : transaction.historyEvents()) {
      switch (effect) {
        case BagEffect.LimitsSet set -> checkSet(transaction.bag(), set, storeMillis);
        case BagEffect.PromiseMade made -> checkPromise(transaction.bag(), made.promise());
        default -> {}
      }
    }
  }

  private void checkSet(BagId bag, BagEffect.LimitsSet set, long storeMillis) {
    BudgetBounds bounds = set.bounds();
    boolean isDeadlineWithin =
        set.deadlineMillis()
            .filter(
                millis ->
                    millis < storeMillis + bounds.minMillis()
                        || millis > storeMillis + bounds.maxMillis())
            .isEmpty();
    boolean isBudgetWithin =
        set.budget()
            .filter(
                money ->
                    money.compareTo(bounds.minCost()) < 0 || money.compareTo(bounds.maxCost()) > 0)
            .isEmpty();
    if (!isDeadlineWithin || !isBudgetWithin || limits.put(bag, set) != null) {
      throw new InvariantViolation(
          Invariant.WITHIN_LIMITS,
          "The limits of %s at %d are outside the bounds, or were set before: %s"
              .formatted(bag, storeMillis, set));
    }
  }

  private void checkPromise(BagId bag, Promise promise) {
    BagEffect.LimitsSet set = limits.get(bag);
    if (set == null) {
      return;
    }
    boolean isLate =
        set.deadlineMillis().filter(millis -> promise.completionMillis() > millis).isPresent();
    boolean isTooExpensive =
        set.budget()
            .filter(money -> promise.composition().price().compareTo(money) > 0)
            .isPresent();
    if (isLate || isTooExpensive) {
      throw new InvariantViolation(
          Invariant.WITHIN_LIMITS, "%s is not within %s".formatted(promise, set));
    }
  }
}
