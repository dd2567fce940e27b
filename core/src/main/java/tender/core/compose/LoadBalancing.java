package tender.core.compose;

import java.util.List;
import java.util.Optional;
import tender.core.model.Disclosure;
import tender.core.model.Offer;

/**
 * What the balancing policies have in common: only offers that meet the deadline count, the largest
 * of each provider; how the bag is shared among them is the policy's; and where they do not cover
 * the bag there is nothing to balance and the earliest completion is composed.
 */
final class LoadBalancing {
  private static final CompositionPolicy OTHERWISE = new EarliestCompletion();

  private LoadBalancing() {}

  /** How a policy shares a bag among offers that cover it. */
  interface SharingRule {

    /** What keeps a provider from being considered, if anything does. */
    default Optional<UnusedOffer.Reason> excludes(Disclosure disclosure) {
      return Optional.empty();
    }

    /** Why somebody who was considered gets nothing. */
    default UnusedOffer.Reason whenNothingIsLeft() {
      return UnusedOffer.Reason.SHARE_BELOW_ONE_TASK;
    }

    /** Gives each of these replies its tasks, all of the bag's together. */
    void share(int tasks, CompositionBuilder shares, List<Integer> replies);
  }

  static Composition compose(Replies replies, SharingRule sharing) {
    long deadlineMillis = replies.deadlineMillis();
    CompositionBuilder shares = new CompositionBuilder(replies, offer -> offer.completionMillis() <= deadlineMillis);
    List<Integer> considered =
        shares.eligibleReplies().stream()
            .filter(reply -> sharing.excludes(shares.disclosure(reply)).isEmpty())
            .toList();
    long offered = considered.stream().mapToLong(reply -> shares.offer(reply).tasks()).sum();
    if (offered < replies.tasks()) {
      return OTHERWISE.compose(replies);
    }
    sharing.share(replies.tasks(), shares, considered);
    return shares.compose(
        replies,
        true,
        considered,
        (reply, offer, providerUsed) ->
            whyUnused(offer, deadlineMillis, providerUsed)
                .or(() -> sharing.excludes(shares.disclosure(reply)))
                .orElse(sharing.whenNothingIsLeft()));
  }

  private static Optional<UnusedOffer.Reason> whyUnused(
      Offer offer, long deadlineMillis, boolean providerUsed) {
    if (offer.completionMillis() > deadlineMillis) {
      return Optional.of(UnusedOffer.Reason.MISSES_DEADLINE);
    }
    return providerUsed ? Optional.of(UnusedOffer.Reason.OTHER_OFFER_USED) : Optional.empty();
  }
}
