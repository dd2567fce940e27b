package tender.server.observe;

import java.util.List;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.BagState;
import tender.core.store.Transaction;
import tender.observe.Onlookers;
import tender.server.market.Witness;
import tender.server.market.view.ClearingView;
import tender.work.Outcome;

/** Several that look on. */
public final class Witnesses implements Witness {
  private final Onlookers<Witness> all;

  public Witnesses(List<Witness> all) {
    this.all = new Onlookers<>(all);
  }

  @Override
  public void written(Optional<BagState> before, Transaction transaction, long nowMillis) {
    all.tell(one -> one.written(before, transaction, nowMillis));
  }

  @Override
  public void heard(Message.ToMetascheduler message) {
    all.tell(one -> one.heard(message));
  }

  @Override
  public void delivered(ReservationId part, List<Outcome> outcomes, long bytes) {
    all.tell(one -> one.delivered(part, outcomes, bytes));
  }

  @Override
  public void cleared(ClearingView clearing) {
    all.tell(one -> one.cleared(clearing));
  }
}
