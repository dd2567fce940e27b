package tender.simulator.faults.store;

import java.util.HashSet;
import java.util.Set;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEffect;
import tender.core.store.Transaction;

/**
 * The server's rule for result packs: a pack is stored if its part was assigned to the provider
 * that delivers it, also if the provider has lost the part since.
 */
public final class ResultPacks {
  private final Set<ReservationId> placedParts = new HashSet<>();

  public void committed(Transaction transaction) {
    for (BagEffect effect : transaction.historyEvents()) {
      if (effect instanceof BagEffect.PartPlaced placed) {
        placedParts.add(placed.part());
      }
    }
  }

  public boolean mayBeStored(ReservationId part) {
    return placedParts.contains(part);
  }
}
