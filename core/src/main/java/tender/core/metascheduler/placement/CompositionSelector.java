package tender.core.metascheduler.placement;

import java.util.Optional;
import tender.core.compose.CheapestInTime;
import tender.core.compose.Composition;
import tender.core.compose.CompositionPolicy;
import tender.core.compose.EarliestWithinBudget;
import tender.core.compose.Replies;
import tender.core.model.Money;

/**
 * Selects a composition for a bag. A bag with a budget is composed by cost: the lowest cost that
 * meets the deadline (cost–time) or, if the user prefers the earliest completion or the budget does
 * not suffice for the deadline, the earliest completion within the budget (time–cost). Other bags
 * are composed by the market's policy.
 */
public final class CompositionSelector {
  private static final CompositionPolicy CHEAPEST = new CheapestInTime();

  private final CompositionPolicy policy;

  public CompositionSelector(CompositionPolicy policy) {
    this.policy = policy;
  }

  /**
   * The selected composition.
   *
   * @param onTimeAlternative the cheapest composition that meets the deadline, if the selected one
   *     does not and this one exceeds the budget
   */
  public record Selection(Composition composition, Optional<Composition> onTimeAlternative) {
    private static Selection of(Composition composition) {
      return new Selection(composition, Optional.empty());
    }
  }

  /**
   * Selects a composition by the market's policy.
   *
   * @param budget the remaining budget, if there is one
   * @param preferEarliest whether to select the earliest completion within the budget
   */
  public Selection select(Replies replies, Optional<Money> budget, boolean preferEarliest) {
    Selection selection = select(policy, replies, budget, preferEarliest);
    // The composition is stored with every change of the bag.
    return new Selection(
        selection.composition().withExemplaryUnusedOffers(),
        selection.onTimeAlternative().map(Composition::withExemplaryUnusedOffers));
  }

  /**
   * Selects a composition from the replies; also used for an estimate without a bag.
   *
   * @param budget the remaining budget, if there is one
   * @param preferEarliest whether to select the earliest completion within the budget
   */
  public static Selection select(
      CompositionPolicy policy, Replies replies, Optional<Money> budget, boolean preferEarliest) {
    if (budget.isEmpty()) {
      return Selection.of(policy.compose(replies));
    }
    Money remaining = budget.get();
    Composition cheapest = CHEAPEST.compose(replies);
    if (!preferEarliest && cheapest.meetsDeadline() && cheapest.price().compareTo(remaining) <= 0) {
      return Selection.of(cheapest);
    }
    Composition earliest = new EarliestWithinBudget(remaining).compose(replies);
    if (earliest.unplacedTasks() > 0 || earliest.price().compareTo(remaining) > 0) {
      return Selection.of(cheapest);
    }
    return earliest.meetsDeadline() || !cheapest.meetsDeadline()
        ? Selection.of(earliest)
        : new Selection(earliest, Optional.of(cheapest));
  }
}
