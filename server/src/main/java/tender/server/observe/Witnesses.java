package tender.server.observe;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.BagState;
import tender.core.store.Transaction;
import tender.server.market.Witness;
import tender.server.market.view.ClearingView;
import tender.work.Outcome;

/** Several that look on. One that stumbles disturbs neither the others nor what it looks at. */
public final class Witnesses implements Witness {
  private static final Logger LOG = System.getLogger(Witnesses.class.getName());

  private final List<Witness> all;

  public Witnesses(List<Witness> all) {
    this.all = List.copyOf(all);
  }

  private void tell(Consumer<Witness> what) {
    for (Witness one : all) {
      try {
        what.accept(one);
      } catch (RuntimeException e) {
        LOG.log(Level.ERROR, "Something that happened was not noted.", e);
      }
    }
  }

  @Override
  public void written(Optional<BagState> before, Transaction transaction, long nowMillis) {
    tell(one -> one.written(before, transaction, nowMillis));
  }

  @Override
  public void heard(Message.ToMetascheduler message) {
    tell(one -> one.heard(message));
  }

  @Override
  public void delivered(ReservationId part, List<Outcome> outcomes, long bytes) {
    tell(one -> one.delivered(part, outcomes, bytes));
  }

  @Override
  public void cleared(ClearingView clearing) {
    tell(one -> one.cleared(clearing));
  }
}
