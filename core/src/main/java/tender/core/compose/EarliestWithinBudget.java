package tender.core.compose;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.core.model.Money;
import tender.core.model.Offer;

/**
 * The earliest completion that costs no more than a budget: the time–cost rule of deadline and
 * budget (Buyya, Murshed and Abramson, "A Deadline and Budget Constrained Cost-Time Optimisation
 * Algorithm for Scheduling Task Farming Applications on Global Grids", 2002) with offers instead of
 * resources.
 *
 * <p>For an instant T each provider counts with its largest offer that ends by T, and the cheapest
 * of them are used completely until the bag is covered, as in {@link CheapestInTime}. The instants
 * at which offers end are tried in order, and the first T that stays within the budget is the
 * answer: it is the cheapest way to end by T. If there is none, the cheapest of all is composed,
 * whenever it ends; if the offers do not cover the bag, the earliest completion.
 */
public final class EarliestWithinBudget implements CompositionPolicy {
  private static final CompositionPolicy CHEAPEST = new CheapestInTime();

  private final Money budget;

  public EarliestWithinBudget(Money budget) {
    this.budget = budget;
  }

  @Override
  public Composition compose(Replies replies) {
    List<Long> instants =
        replies.replies().stream()
            .flatMap(reply -> reply.offers().stream())
            .map(Offer::completionMillis)
            .distinct()
            .sorted()
            .toList();
    long deadlineMillis = replies.deadlineMillis();
    @Nullable Composition cheapest = null;
    for (long byMillis : instants) {
      Composition composed =
          withDeadline(CHEAPEST.compose(replies.withDeadline(byMillis)), deadlineMillis);
      if (composed.completionMillis() <= byMillis && isBetter(composed, cheapest)) {
        cheapest = composed;
        if (composed.price().compareTo(budget) <= 0) {
          return composed;
        }
      }
    }
    return cheapest == null ? CHEAPEST.compose(replies) : cheapest;
  }

  /** The composition with the requested deadline instead of the one it was composed for. */
  private static Composition withDeadline(Composition composed, long deadlineMillis) {
    List<UnusedOffer> unused =
        composed.unusedOffers().stream()
            .map(
                one ->
                    one.reason() == UnusedOffer.Reason.MISSES_DEADLINE
                        ? new UnusedOffer(one.offer(), UnusedOffer.Reason.ENDS_TOO_LATE)
                        : one)
            .toList();
    return new Composition(
        composed.tasks(), deadlineMillis, composed.balanced(), composed.parts(), unused);
  }

  private static boolean isBetter(Composition composed, @Nullable Composition other) {
    return other == null || composed.price().compareTo(other.price()) < 0;
  }
}
