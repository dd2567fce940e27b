package tender.agent.planning;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;
import tender.agent.execution.PartManager;
import tender.agent.owner.OwnerState;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.provider.state.ProviderEvent;

/** Cancels a bag for the owner of the cluster. */
final class BagCancellation {
  private static final Logger LOG = System.getLogger(BagCancellation.class.getName());

  private BagCancellation() {}

  /**
   * Stops the bag's parts and makes no offers for it again. The parts end as if the market had
   * released them, so their tasks do not count as failed, and the market places them elsewhere.
   *
   * @return how many parts were stopped
   */
  static int cancel(
      BagId bag, PartManager parts, OwnerState owner, Consumer<ProviderEvent> provider) {
    List<ReservationId> cancelled = parts.ofBag(bag);
    LOG.log(
        Level.INFO,
        "Bag cancelled by the owner: parts={0}",
        Integer.toString(cancelled.size()),
        bag);
    owner.cancel(bag);
    for (ReservationId id : cancelled) {
      provider.accept(new ProviderEvent.PartDropped(id));
      // The answer tells the market that the part is gone; otherwise the market would ask later.
      provider.accept(new ProviderEvent.MessageReceived(new Message.Inquire(id)));
    }
    return cancelled.size();
  }
}
