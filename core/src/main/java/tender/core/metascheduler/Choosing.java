package tender.core.metascheduler;

import java.util.Optional;
import tender.core.compose.CheapestInTime;
import tender.core.compose.Composer;
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
public final class Choosing {
  private static final Composer CHEAPEST = new CheapestInTime();

  private final Composer policy;

  Choosing(Composer policy) {
    this.policy = policy;
  }

  /**
   * What is composed.
   *
   * @param inTime the cheapest that makes the deadline, if what is composed does not and that would
   *     cost more than the budget
   */
  public record Choice(Composition composition, Optional<Composition> inTime) {
    private static Choice of(Composition composition) {
      return new Choice(composition, Optional.empty());
    }
  }

  Choice choose(Draft bag, Replies replies) {
    boolean hurry = bag.mandate.hurry() && bag.promise.isEmpty();
    return choose(
        policy, replies, bag.mandate.budget().map(budget -> budget.minus(bag.committed())), hurry);
  }

  /**
   * What offers come to, also for somebody who only wants to know.
   *
   * @param budget what is left of it, if there is one
   * @param hurry whether the earliest end is wanted that the budget buys
   */
  public static Choice choose(
      Composer policy, Replies replies, Optional<Money> budget, boolean hurry) {
    if (budget.isEmpty()) {
      return Choice.of(policy.compose(replies));
    }
    Money left = budget.get();
    Composition cheapest = CHEAPEST.compose(replies);
    if (!hurry && cheapest.meetsDeadline() && cheapest.price().compareTo(left) <= 0) {
      return Choice.of(cheapest);
    }
    Composition soon = new EarliestWithinBudget(left).compose(replies);
    if (soon.unplacedTasks() > 0 || soon.price().compareTo(left) > 0) {
      return Choice.of(cheapest);
    }
    return soon.meetsDeadline() || !cheapest.meetsDeadline()
        ? Choice.of(soon)
        : new Choice(soon, Optional.of(cheapest));
  }

  /** Whether a bag that has a promise would cost more than its user has agreed to. */
  static boolean isTooDear(Draft bag, Composition composition) {
    return bag.promise.isPresent()
        && bag.mandate
            .budget()
            .filter(budget -> bag.committed().plus(composition.price()).compareTo(budget) > 0)
            .isPresent();
  }
}
