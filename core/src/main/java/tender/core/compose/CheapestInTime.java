package tender.core.compose;

import java.util.Comparator;
import java.util.List;

/**
 * The least cost that makes the deadline: the cheapest offers are used whole until the bag is
 * covered. It is the cost–time rule of deadline and budget (Buyya's DBC, as Suresh Kumar and
 * Purusothaman use it) with offers in place of resources: cheapest first, equal prices by the
 * earliest end.
 *
 * <p>Further ties: the larger, then whoever comes first in the replies. If the offers that meet the
 * deadline do not cover the bag, the earliest completion is composed.
 */
public final class CheapestInTime implements Composer {

  @Override
  public Composition compose(Replies replies) {
    return Balancing.compose(replies, new CheapestFirst());
  }

  private static final class CheapestFirst implements Balancing.Sharing {
    @Override
    public UnusedOffer.Reason whenNothingIsLeft() {
      return UnusedOffer.Reason.NOT_NEEDED;
    }

    @Override
    public void share(int tasks, Shares shares, List<Integer> replies) {
      Comparator<Integer> byPrice =
          Comparator.comparing(reply -> shares.offer(reply).pricePerTask());
      shares.giveInOrder(
          tasks,
          replies.stream()
              .sorted(
                  byPrice
                      .thenComparingLong(reply -> shares.offer(reply).byMillis())
                      .thenComparingInt(reply -> -shares.offer(reply).tasks()))
              .toList());
    }
  }
}
