package tender.core.metascheduler.state;

import tender.core.message.Message;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/** Something that happens to a bag. */
public sealed interface BagEvent {

  /** A message of a provider. */
  record MessageReceived(Message.ToMetascheduler message) implements BagEvent {}

  /** The user agrees to a counter-offer, or to a later or dearer end than was wanted. */
  record QuoteAccepted(long completionMillis, Money maxPrice) implements BagEvent {}

  /** The user does not agree to a counter-offer. */
  record QuoteDeclined() implements BagEvent {}

  /**
   * The books refused to hold what the next event leads to: the account of the bag's owner does not
   * bear it. Comes right before that event.
   */
  record InsufficientFunds() implements BagEvent {}

  /** The user wants the bag no longer. */
  record CancelRequested() implements BagEvent {}

  /**
   * The auction found a place for a bag that bids. It may be said twice, or late: a bag that does
   * not bid is not changed by it.
   */
  record AuctionMatched(ProviderId provider) implements BagEvent {}

  /** The auction found that nobody can meet the deadline of a bag that bids any more. */
  record DeadlineInfeasible() implements BagEvent {}

  /** The instant has come at which the bag asked to be woken. */
  record TimerFired() implements BagEvent {}
}
