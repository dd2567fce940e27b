package tender.core.metascheduler;

import tender.core.message.Message;

/** Something that happens to a bag. */
public sealed interface BagEvent {

  /** A message of a provider. */
  record Received(Message.ToMetascheduler message) implements BagEvent {}

  /** The instant has come at which the bag asked to be woken. */
  record Woken() implements BagEvent {}
}
