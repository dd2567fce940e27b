package tender.core.compose;

import java.util.Comparator;
import java.util.List;

/**
 * The lowest cost that meets the deadline: the cheapest offers are used completely until the bag is
 * covered. It is the cost–time rule of deadline and budget (Buyya's DBC, as Suresh Kumar and
 * Purusothaman use it) with offers instead of resources: cheapest first, equal prices by the
 * earliest end.
 *
 * <p>Further ties: the larger offer, then the order of the replies. If the offers that meet the
 * deadline do not cover the bag, the earliest completion is composed.
 */
public final class CheapestInTime implements CompositionPolicy {

  @Override
  public Composition compose(Replies replies) {
    return LoadBalancing.compose(replies, new CheapestFirst());
  }

  private static final class CheapestFirst implements LoadBalancing.SharingRule {
    @Override
    public UnusedOffer.Reason reasonForNoTasks() {
      return UnusedOffer.Reason.NOT_NEEDED;
    }

    @Override
    public void share(int tasks, CompositionBuilder shares, List<Integer> replies) {
      Comparator<Integer> byPrice =
          Comparator.comparing(reply -> shares.offer(reply).pricePerTask());
      shares.assignInOrder(
          tasks,
          replies.stream()
              .sorted(
                  byPrice
                      .thenComparingLong(reply -> shares.offer(reply).completionMillis())
                      .thenComparingInt(reply -> -shares.offer(reply).tasks()))
              .toList());
    }
  }
}
