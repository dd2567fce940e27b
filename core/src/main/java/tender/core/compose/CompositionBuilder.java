package tender.core.compose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import tender.core.model.BidRange;
import tender.core.model.Disclosure;
import tender.core.model.Offer;

/**
 * Builds a composition: which offer of each reply may be used, and for how many tasks. Replies are
 * identified by their index in the list.
 */
final class CompositionBuilder {
  private static final int NONE = -1;

  private static final Comparator<Offer> BEST_FIRST =
      Comparator.comparingInt(Offer::tasks)
          .reversed()
          .thenComparingLong(Offer::completionMillis)
          .thenComparing(Offer::pricePerTask);

  private final List<Reply> replies;
  private final int[] eligible;
  private final int[] tasks;

  /** Selects in each reply the largest offer that passes; of equals the earliest, then cheapest. */
  CompositionBuilder(Replies replies, Predicate<Offer> passes) {
    this.replies = replies.replies();
    tasks = new int[this.replies.size()];
    eligible = new int[this.replies.size()];
    Arrays.fill(eligible, NONE);
    for (int reply = 0; reply < eligible.length; reply++) {
      List<Offer> offers = this.replies.get(reply).offers();
      for (int i = 0; i < offers.size(); i++) {
        if (passes.test(offers.get(i))
            && (eligible[reply] == NONE || BEST_FIRST.compare(offers.get(i), offer(reply)) < 0)) {
          eligible[reply] = i;
        }
      }
    }
  }

  /** The indexes of the replies that have an eligible offer. */
  List<Integer> eligibleReplies() {
    List<Integer> places = new ArrayList<>();
    for (int reply = 0; reply < eligible.length; reply++) {
      if (eligible[reply] != NONE) {
        places.add(reply);
      }
    }
    return places;
  }

  /** The eligible offer of a reply that has one. */
  Offer offer(int reply) {
    return replies.get(reply).offers().get(eligible[reply]);
  }

  Disclosure disclosure(int reply) {
    return replies.get(reply).disclosure();
  }

  /** Whether a reply has been assigned tasks. */
  boolean isUsed(int reply) {
    return tasks[reply] > 0;
  }

  void assign(int reply, int tasks) {
    this.tasks[reply] = tasks;
  }

  /** Uses the offers of these replies completely, in order, until all tasks are assigned. */
  void assignInOrder(int tasks, List<Integer> replies) {
    int left = tasks;
    for (int reply : replies) {
      int part = Math.min(left, offer(reply).tasks());
      assign(reply, part);
      left -= part;
    }
  }

  /** Gives the reason why an offer is not used. */
  interface UnusedReason {
    UnusedOffer.Reason reason(int reply, Offer offer, boolean providerUsed);
  }

  /** The parts in the given order of replies, and the reasons in the order of replies. */
  Composition compose(
      Replies call, boolean balanced, List<Integer> order, UnusedReason unusedReason) {
    List<Part> parts = new ArrayList<>();
    for (int reply : order) {
      if (tasks[reply] > 0) {
        Offer offer = offer(reply);
        Disclosure disclosure = disclosure(reply);
        int surchargePercent = disclosure.bids().map(BidRange::surchargePercent).orElse(0);
        parts.add(
            new Part(
                offer.provider(),
                tasks[reply],
                offer.completionMillis(),
                offer.pricePerTask().times(tasks[reply]),
                disclosure.firm(),
                offer.pricePerTask().includedSurcharge(surchargePercent).times(tasks[reply])));
      }
    }
    List<UnusedOffer> unused = new ArrayList<>();
    for (int reply = 0; reply < eligible.length; reply++) {
      boolean used = tasks[reply] > 0;
      List<Offer> offers = replies.get(reply).offers();
      for (int i = 0; i < offers.size(); i++) {
        if (!used || i != eligible[reply]) {
          unused.add(
              new UnusedOffer(offers.get(i), unusedReason.reason(reply, offers.get(i), used)));
        }
      }
    }
    return new Composition(call.tasks(), call.deadlineMillis(), balanced, parts, unused);
  }
}
