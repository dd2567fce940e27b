package tender.core.call;

import java.util.Collection;
import tender.core.compose.Reply;
import tender.core.model.Offer;

/**
 * Which replies to a call count as useful in the records of the providers: those with an offer by
 * the deadline, so that a provider whose queue is long for some time is called less often. A
 * deadline that no provider meets says nothing about them: then every offer counts.
 */
public final class UsefulReplies {
  private final long latestMillis;

  private UsefulReplies(long latestMillis) {
    this.latestMillis = latestMillis;
  }

  /**
   * The useful ones among some replies.
   *
   * @param replies all that came to a wave of calls for one bag
   */
  public static UsefulReplies of(Collection<Reply> replies, long deadlineMillis) {
    UsefulReplies byDeadline = new UsefulReplies(deadlineMillis);
    return replies.stream().anyMatch(byDeadline::hasOffer)
        ? byDeadline
        : new UsefulReplies(Long.MAX_VALUE);
  }

  /** Whether a reply is among them. */
  public boolean contains(Reply reply) {
    return hasOffer(reply) || reply.disclosure().slots().isPresent();
  }

  private boolean hasOffer(Reply reply) {
    return reply.offers().stream().mapToLong(Offer::completionMillis).anyMatch(this::isInTime);
  }

  private boolean isInTime(long completionMillis) {
    return completionMillis <= latestMillis;
  }
}
