package tender.core.compose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tender.core.model.Money;
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
 *
 * <p>A market may set a resolution, below which completion times are not distinguished: plans are
 * not exact, and offers whose times differ by chance should not decide about the price. All offers
 * that end by T plus the resolution are then tied. The cheapest are used first, of the same price
 * those that are firm, and offers that are equal in both share the tasks.
 *
 * <p>With exact times, {@link #sharingTies} shares tasks only between offers that end at the same
 * instant and are equal in price and firmness. The paper on rescheduling (Netto and Buyya,
 * "Coordinated rescheduling of Bag-of-Tasks for executions on multiple resource providers", 2012)
 * needs such a rule: on equal idle clusters all offers end together, and its Figure 12 shows bags
 * spread over two, three and four of them.
 */
public final class EarliestCompletion implements CompositionPolicy {
  private static final Comparator<Offer> IN_ORDER_OF_USE =
      Comparator.comparingLong(Offer::completionMillis)
          .thenComparing(Comparator.comparingInt(Offer::tasks).reversed())
          .thenComparing(Offer::pricePerTask);

  /**
   * Tied offers that are equal in this share the tasks.
   *
   * @param completionMillis 0 for all if a resolution makes their times equal
   */
  private record Preference(long completionMillis, Money pricePerTask, boolean firm) {}

  private static final Comparator<Preference> IN_ORDER_OF_PREFERENCE =
      Comparator.comparingLong(Preference::completionMillis)
          .thenComparing(Preference::pricePerTask)
          .thenComparing(Preference::firm, Comparator.reverseOrder());

  private final long resolutionMillis;
  private final boolean sharesTies;

  /** As in the paper: times are exact. */
  public EarliestCompletion() {
    this(0);
  }

  /**
   * @param resolutionMillis differences of completion times up to this one do not count
   */
  public EarliestCompletion(long resolutionMillis) {
    this(resolutionMillis, resolutionMillis > 0);
  }

  private EarliestCompletion(long resolutionMillis, boolean sharesTies) {
    this.resolutionMillis = resolutionMillis;
    this.sharesTies = sharesTies;
  }

  /** Times are exact, and equal offers share tasks in proportion to their sizes. */
  public static EarliestCompletion sharingTies() {
    return new EarliestCompletion(0, true);
  }

  @Override
  public Composition compose(Replies replies) {
    long earliestMillis = earliestCompletion(replies);
    long completionMillis = latestOfTied(earliestMillis, replies.deadlineMillis());
    CompositionBuilder shares =
        new CompositionBuilder(replies, offer -> offer.completionMillis() <= completionMillis);
    List<Integer> order = shares.eligibleReplies();
    order.sort(Comparator.comparing(shares::offer, IN_ORDER_OF_USE));
    if (sharesTies) {
      assignByPreference(replies.tasks(), order, shares);
    } else {
      shares.assignInOrder(replies.tasks(), order);
    }
    return shares.compose(
        replies,
        false,
        order,
        (reply, offer, providerUsed) -> {
          if (offer.completionMillis() > completionMillis) {
            return UnusedOffer.Reason.ENDS_TOO_LATE;
          }
          if (providerUsed) {
            return UnusedOffer.Reason.OTHER_OFFER_USED;
          }
          return sharesTies ? tiedReason(reply, order, shares) : UnusedOffer.Reason.NOT_NEEDED;
        });
  }

  /** Why none of the tied tasks went to an offer: others are preferred, or its share is small. */
  private UnusedOffer.Reason tiedReason(
      int unused, List<Integer> order, CompositionBuilder shares) {
    Preference own = preference(unused, shares);
    List<Preference> used =
        order.stream().filter(shares::isUsed).map(reply -> preference(reply, shares)).toList();
    if (used.stream().allMatch(other -> other.completionMillis < own.completionMillis)) {
      return UnusedOffer.Reason.NOT_NEEDED;
    }
    if (used.stream().allMatch(other -> other.pricePerTask.compareTo(own.pricePerTask) < 0)) {
      return UnusedOffer.Reason.MORE_EXPENSIVE;
    }
    return used.stream().allMatch(other -> IN_ORDER_OF_PREFERENCE.compare(other, own) < 0)
        ? UnusedOffer.Reason.NOT_FIRM
        : UnusedOffer.Reason.SHARE_BELOW_ONE_TASK;
  }

  /** Offers up to this instant are tied with the earliest; none that misses a deadline it meets. */
  private long latestOfTied(long earliestMillis, long deadlineMillis) {
    if (earliestMillis == Time.NEVER) {
      return earliestMillis;
    }
    long latestMillis = earliestMillis + resolutionMillis;
    return earliestMillis <= deadlineMillis ? Math.min(latestMillis, deadlineMillis) : latestMillis;
  }

  private Preference preference(int reply, CompositionBuilder shares) {
    Offer offer = shares.offer(reply);
    return new Preference(
        resolutionMillis == 0 ? offer.completionMillis() : 0,
        offer.pricePerTask(),
        shares.disclosure(reply).firm());
  }

  /** Equal offers share what is left in proportion to their sizes. */
  private void assignByPreference(int tasks, List<Integer> order, CompositionBuilder shares) {
    Map<Preference, List<Integer>> byPreference = new TreeMap<>(IN_ORDER_OF_PREFERENCE);
    for (int reply : order) {
      byPreference.computeIfAbsent(preference(reply, shares), _ -> new ArrayList<>()).add(reply);
    }
    long left = tasks;
    for (List<Integer> replies : byPreference.values()) {
      long offered = replies.stream().mapToLong(reply -> shares.offer(reply).tasks()).sum();
      for (int reply : replies) {
        long size = shares.offer(reply).tasks();
        long part = offered == 0 ? 0 : Math.min(size, Math.ceilDiv(left * size, offered));
        shares.assign(reply, (int) part);
        left -= part;
        offered -= size;
      }
    }
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
