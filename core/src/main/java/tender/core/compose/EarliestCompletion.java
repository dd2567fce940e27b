package tender.core.compose;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import tender.core.model.Offer;
import tender.core.model.Time;

/**
 * The earliest completion of the whole bag, if the deadline cannot be met: OffersNoLB (Netto and
 * Buyya, "Offer-based Scheduling of Deadline-Constrained Bag-of-Tasks Applications for Utility
 * Computing Systems", section 4.1).
 *
 * <p>The paper extends lists of composite offers. The same optimum is found by sorting: by an
 * instant T the providers can together do the sum of their largest offers that end by T, and no
 * choice of one offer per provider does more. That sum only grows with T, so the earliest T at
 * which it covers the bag is found by bisecting the sorted instants. Offers that end before T are
 * then used completely, the earliest first and of those the largest, and the rest goes to those
 * that end at T, the largest first. Remaining ties: the cheaper offer, then the order of the
 * replies.
 */
public final class EarliestCompletion implements CompositionPolicy {
  private static final Comparator<Offer> IN_ORDER_OF_USE =
      Comparator.comparingLong(Offer::completionMillis)
          .thenComparing(Comparator.comparingInt(Offer::tasks).reversed())
          .thenComparing(Offer::pricePerTask);

  @Override
  public Composition compose(Replies replies) {
    long completionMillis = earliestCompletion(replies);
    CompositionBuilder shares =
        new CompositionBuilder(replies, offer -> offer.completionMillis() <= completionMillis);
    List<Integer> order = shares.eligibleReplies();
    order.sort(Comparator.comparing(shares::offer, IN_ORDER_OF_USE));
    shares.assignInOrder(replies.tasks(), order);
    return shares.compose(
        replies,
        false,
        order,
        (reply, offer, providerUsed) -> {
          if (offer.completionMillis() > completionMillis) {
            return UnusedOffer.Reason.ENDS_TOO_LATE;
          }
          return providerUsed ? UnusedOffer.Reason.OTHER_OFFER_USED : UnusedOffer.Reason.NOT_NEEDED;
        });
  }

  /** The first instant by which the offers cover the bag, {@link Time#NEVER} if they never do. */
  private static long earliestCompletion(Replies replies) {
    long[] instants =
        replies.replies().stream()
            .flatMap(reply -> reply.offers().stream())
            .mapToLong(Offer::completionMillis)
            .toArray();
    Arrays.sort(instants);
    int low = 0;
    int high = instants.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (coverage(replies, instants[middle]) < replies.tasks()) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < instants.length ? instants[low] : Time.NEVER;
  }

  /** How many tasks all providers together can do by an instant. */
  private static long coverage(Replies replies, long instantMillis) {
    long covered = 0;
    for (Reply reply : replies.replies()) {
      int largest = 0;
      for (Offer offer : reply.offers()) {
        if (offer.completionMillis() <= instantMillis) {
          largest = Math.max(largest, offer.tasks());
        }
      }
      covered += largest;
    }
    return covered;
  }
}
