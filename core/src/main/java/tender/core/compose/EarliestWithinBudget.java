package tender.core.compose;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.core.model.Money;
import tender.core.model.Offer;

/**
 * The earliest completion that costs no more than a budget: the time–cost rule of deadline and
 * budget (Buyya, Murshed and Abramson, "A Deadline and Budget Constrained Cost-Time Optimisation
 * Algorithm for Scheduling Task Farming Applications on Global Grids", 2002) with offers in place
 * of resources.
 *
 * <p>For an instant T each provider is counted with its largest offer that ends by T, and the
 * cheapest of them are used whole until the bag is covered, as {@link CheapestInTime} does it. The
 * instants at which offers end are tried one after the other, and the first T at which that stays
 * within the budget is the answer: so of all ways to end by T it is the cheapest one. If there is
 * none, the cheapest of all is composed, whenever it ends; if the offers do not cover the bag, the
 * earliest completion.
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
      Composition composed = asked(CHEAPEST.compose(replies.withDeadline(byMillis)), deadlineMillis);
      if (composed.completionMillis() <= byMillis && isBetter(composed, cheapest)) {
        cheapest = composed;
        if (composed.price().compareTo(budget) <= 0) {
          return composed;
        }
      }
    }
    return cheapest == null ? CHEAPEST.compose(replies) : cheapest;
  }

  /** As an answer to who asked for another deadline than it was composed by. */
  private static Composition asked(Composition composed, long deadlineMillis) {
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

  private static boolean isBetter(Composition composed, @Nullable Composition than) {
    return than == null || composed.price().compareTo(than.price()) < 0;
  }
}
