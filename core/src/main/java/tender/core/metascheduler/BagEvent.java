package tender.core.metascheduler;

import tender.core.message.Message;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/** Something that happens to a bag. */
public sealed interface BagEvent {

  /** A message of a provider. */
  record Received(Message.ToMetascheduler message) implements BagEvent {}

  /** The user agrees to a counter-offer, or to a later or dearer end than was wanted. */
  record Agreed(long byMillis, Money atMost) implements BagEvent {}

  /** The user does not agree to a counter-offer. */
  record Declined() implements BagEvent {}

  /**
   * The books refused to hold what the next event leads to: the account of the bag's owner does not
   * bear it. Comes right before that event.
   */
  record NotCovered() implements BagEvent {}

  /** The user wants the bag no longer. */
  record Cancelled() implements BagEvent {}

  /**
   * The auction found a place for a bag that bids. It may be said twice, or late: a bag that does
   * not bid is not changed by it.
   */
  record Matched(ProviderId provider) implements BagEvent {}

  /** The auction found that nobody can meet the deadline of a bag that bids any more. */
  record Hopeless() implements BagEvent {}

  /** The instant has come at which the bag asked to be woken. */
  record Woken() implements BagEvent {}
}
