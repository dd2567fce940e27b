package tender.core.store;

import tender.core.message.Message;
import tender.core.model.BagId;
import tender.core.model.ProviderId;

/** A message that is sent repeatedly until its provider has acknowledged it. */
public record OutboxMessage(Id id, ProviderId to, Message.ToProvider message) {

  /** Identifies a message by the bag, its version and a number; every replica uses the same id. */
  public record Id(BagId bag, long version, int index) {}
}
