package tender.core.metascheduler.state;

import java.util.List;
import java.util.Optional;
import tender.core.ledger.FundsLimit;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/** An event that a bag's state machine handles. */
public sealed interface BagEvent {

  /** A message from a provider. */
  record MessageReceived(Message.ToMetascheduler message) implements BagEvent {}

  /** The user accepts a quote, which may end later or cost more than requested. */
  record QuoteAccepted(long completionMillis, Money maxPrice) implements BagEvent {}

  /** The user declines a quote. */
  record QuoteDeclined() implements BagEvent {}

  /**
   * The user commits to the capacity that is held.
   *
   * @param tasks how many tasks the bag has now, at most as many as are held
   */
  record HoldCommitted(int tasks) implements BagEvent {
    public HoldCommitted {
      if (tasks < 1) {
        throw new IllegalArgumentException(
            "The number of committed tasks is " + tasks + ", and must be at least 1.");
      }
    }
  }

  /**
   * The store refused to write what the next event leads to, because the account that pays for the
   * bag cannot cover it. Comes directly before that event.
   */
  record InsufficientFunds(FundsLimit limit) implements BagEvent {}

  /**
   * Tasks of this part were stopped at the limit that the user set for their run time. Comes before
   * their results.
   */
  record LimitExceeded(ReservationId part) implements BagEvent {}

  /**
   * The database was restored to a time before its provider ended or gave up this part. The results
   * are lost, and the provider has forgotten the part.
   */
  record PartUndone(ReservationId part) implements BagEvent {}

  /**
   * The user or the operator cancels the bag.
   *
   * @param operatorReason why the operator cancels it; empty if the user does
   */
  record CancelRequested(Optional<String> operatorReason) implements BagEvent {
    /** Cancelled by the user. */
    public CancelRequested() {
      this(Optional.empty());
    }
  }

  /**
   * So many tasks have failed, and none has succeeded, that the rest would probably fail too. The
   * user has chosen the limit.
   */
  record FailureLimitReached(int failedTasks) implements BagEvent {}

  /**
   * The auction matched the bag's tasks with these providers. The event may be duplicated or late:
   * it has no effect on a bag that is not waiting for a match.
   */
  record AuctionMatched(List<ProviderId> providers) implements BagEvent {
    public AuctionMatched {
      providers = List.copyOf(providers);
      if (providers.isEmpty()) {
        throw new IllegalArgumentException("A match names no provider.");
      }
    }
  }

  /** The auction found that no provider can meet the bag's deadline any more. */
  record DeadlineInfeasible() implements BagEvent {}

  /** The time has come for which the state set its timer. */
  record TimerFired() implements BagEvent {}
}
