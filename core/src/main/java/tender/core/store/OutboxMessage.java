package tender.core.store;

import tender.core.message.Message;
import tender.core.model.BagId;
import tender.core.model.ProviderId;

/** A message that is sent until its provider has acknowledged it. */
public record OutboxMessage(Id id, ProviderId to, Message.ToProvider message) {

  /** Which message of which version of a bag: the same for whoever sends it, however often. */
  public record Id(BagId bag, long version, int index) {}
}
