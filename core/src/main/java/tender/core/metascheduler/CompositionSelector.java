package tender.core.metascheduler;

import java.util.Optional;
import tender.core.compose.CheapestInTime;
import tender.core.compose.CompositionPolicy;
import tender.core.compose.Composition;
import tender.core.compose.EarliestWithinBudget;
import tender.core.compose.Replies;
import tender.core.model.Money;

/**
 * How a bag is composed. One with a budget is composed by money: for the least cost that makes its
 * deadline (cost–time) or, if its user is in a hurry or the deadline cannot be made within the
 * budget, for the earliest end that the budget buys (time–cost). Others are composed by the
 * market's policy.
 */
public final class CompositionSelector {
  private static final CompositionPolicy CHEAPEST = new CheapestInTime();

  private final CompositionPolicy policy;

  CompositionSelector(CompositionPolicy policy) {
    this.policy = policy;
  }

  /**
   * What is composed.
   *
   * @param inTime the cheapest that makes the deadline, if what is composed does not and that would
   *     cost more than the budget
   */
  public record Selection(Composition composition, Optional<Composition> onTimeAlternative) {
    private static Selection of(Composition composition) {
      return new Selection(composition, Optional.empty());
    }
  }

  Selection select(BagBuilder bag, Replies replies) {
    boolean hurry = bag.acceptancePolicy.preferEarliest() && bag.promise.isEmpty();
    return select(
        policy, replies, bag.acceptancePolicy.budget().map(budget -> budget.minus(bag.committedMoney())), hurry);
  }

  /**
   * What offers come to, also for somebody who only wants to know.
   *
   * @param budget what is left of it, if there is one
   * @param hurry whether the earliest end is wanted that the budget buys
   */
  public static Selection select(
      CompositionPolicy policy, Replies replies, Optional<Money> budget, boolean hurry) {
    if (budget.isEmpty()) {
      return Selection.of(policy.compose(replies));
    }
    Money left = budget.get();
    Composition cheapest = CHEAPEST.compose(replies);
    if (!hurry && cheapest.meetsDeadline() && cheapest.price().compareTo(left) <= 0) {
      return Selection.of(cheapest);
    }
    Composition soon = new EarliestWithinBudget(left).compose(replies);
    if (soon.unplacedTasks() > 0 || soon.price().compareTo(left) > 0) {
      return Selection.of(cheapest);
    }
    return soon.meetsDeadline() || !cheapest.meetsDeadline()
        ? Selection.of(soon)
        : new Selection(soon, Optional.of(cheapest));
  }

  /** Whether a bag that has a promise would cost more than its user has agreed to. */
  static boolean exceedsBudget(BagBuilder bag, Composition composition) {
    return bag.promise.isPresent()
        && bag.acceptancePolicy
            .budget()
            .filter(budget -> bag.committedMoney().plus(composition.price()).compareTo(budget) > 0)
            .isPresent();
  }
}
