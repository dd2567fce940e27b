package tender.core.compose;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tender.core.model.ProviderId;
import tender.core.model.Time;

/**
 * The replies to a call.
 *
 * @param tasks how many tasks the bag has
 * @param deadlineMillis when all of them should have ended
 * @param replies at most one of each provider, in the order in which providers are preferred if
 *     their offers are equal
 */
public record Replies(int tasks, long deadlineMillis, List<Reply> replies) {
  public Replies {
    if (tasks <= 0) {
      throw new IllegalArgumentException(
          "A bag of " + tasks + " tasks cannot be composed; it must have at least 1.");
    }
    Time.requireInstantOrNever(deadlineMillis, "of the deadline");
    replies = List.copyOf(replies);
    Set<ProviderId> seen = LinkedHashSet.newLinkedHashSet(replies.size());
    for (Reply reply : replies) {
      if (!seen.add(reply.provider())) {
        throw new IllegalArgumentException("Provider " + reply.provider() + " has two replies.");
      }
    }
  }

  /** Whether no provider offers anything, neither offers nor free slots. */
  public boolean areEmpty() {
    return replies.stream()
        .allMatch(reply -> reply.offers().isEmpty() && reply.disclosure().slots().isEmpty());
  }

  /** A copy with another deadline. */
  public Replies withDeadline(long deadlineMillis) {
    return new Replies(tasks, deadlineMillis, replies);
  }
}
