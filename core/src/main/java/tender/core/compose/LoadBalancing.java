package tender.core.compose;

import java.util.List;
import java.util.Optional;
import tender.core.model.Disclosure;
import tender.core.model.Offer;

/**
 * The common part of the balancing policies: only offers that meet the deadline count, the largest
 * of each provider; the policy divides the bag among them. If they do not cover the bag, the
 * earliest completion is composed.
 */
final class LoadBalancing {
  private static final CompositionPolicy FALLBACK = new EarliestCompletion();

  private LoadBalancing() {}

  /** How a policy divides a bag among offers that cover it. */
  interface SharingRule {

    /** Why a provider is not considered; empty if it is. */
    default Optional<UnusedOffer.Reason> excludes(Disclosure disclosure) {
      return Optional.empty();
    }

    /** Why a provider that was considered gets no tasks. */
    default UnusedOffer.Reason reasonForNoTasks() {
      return UnusedOffer.Reason.SHARE_BELOW_ONE_TASK;
    }

    /** Assigns tasks to each of these replies, in total all tasks of the bag. */
    void share(int tasks, CompositionBuilder builder, List<Integer> replies);
  }

  static Composition compose(Replies replies, SharingRule sharing) {
    long deadlineMillis = replies.deadlineMillis();
    CompositionBuilder builder =
        new CompositionBuilder(replies, offer -> offer.completionMillis() <= deadlineMillis);
    List<Integer> considered =
        builder.eligibleReplies().stream()
            .filter(reply -> sharing.excludes(builder.disclosure(reply)).isEmpty())
            .toList();
    long offered = considered.stream().mapToLong(reply -> builder.offer(reply).tasks()).sum();
    if (offered < replies.tasks()) {
      return FALLBACK.compose(replies);
    }
    sharing.share(replies.tasks(), builder, considered);
    return builder.compose(
        replies,
        true,
        considered,
        (reply, offer, providerUsed) ->
            whyUnused(offer, deadlineMillis, providerUsed)
                .or(() -> sharing.excludes(builder.disclosure(reply)))
                .orElse(sharing.reasonForNoTasks()));
  }

  private static Optional<UnusedOffer.Reason> whyUnused(
      Offer offer, long deadlineMillis, boolean providerUsed) {
    if (offer.completionMillis() > deadlineMillis) {
      return Optional.of(UnusedOffer.Reason.MISSES_DEADLINE);
    }
    return providerUsed ? Optional.of(UnusedOffer.Reason.OTHER_OFFER_USED) : Optional.empty();
  }
}
