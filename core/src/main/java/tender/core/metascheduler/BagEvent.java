package tender.core.metascheduler;

import tender.core.message.Message;
import tender.core.model.Money;

/** Something that happens to a bag. */
public sealed interface BagEvent {

  /** A message of a provider. */
  record Received(Message.ToMetascheduler message) implements BagEvent {}

  /** The user agrees to a counter-offer, or to a later or dearer end than was wanted. */
  record Agreed(long byMillis, Money atMost) implements BagEvent {}

  /** The user does not agree to a counter-offer. */
  record Declined() implements BagEvent {}

  /** The user wants the bag no longer. */
  record Cancelled() implements BagEvent {}

  /** The instant has come at which the bag asked to be woken. */
  record Woken() implements BagEvent {}
}
