package tender.server.telemetry;

import java.util.List;
import java.util.Optional;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagState;
import tender.core.model.ProviderId;
import tender.core.store.Transaction;
import tender.server.engine.MarketListener;
import tender.server.model.ClearingView;
import tender.support.telemetry.ListenerList;

/** Forwards events to several listeners. */
public final class CompositeMarketListener implements MarketListener {
  private final ListenerList<MarketListener> all;

  public CompositeMarketListener(List<MarketListener> all) {
    this.all = new ListenerList<>(all);
  }

  @Override
  public void bagWritten(Optional<BagState> before, Transaction transaction, long nowMillis) {
    all.publish(one -> one.bagWritten(before, transaction, nowMillis));
  }

  @Override
  public void messageReceived(Message.ToMetascheduler message) {
    all.publish(one -> one.messageReceived(message));
  }

  @Override
  public void resultsStored(ReservationId part, List<TaskOutcome> outcomes, long bytes) {
    all.publish(one -> one.resultsStored(part, outcomes, bytes));
  }

  @Override
  public void agentDisplaced(ProviderId provider) {
    all.publish(one -> one.agentDisplaced(provider));
  }

  @Override
  public void agentRejected(ProviderId provider, String reason) {
    all.publish(one -> one.agentRejected(provider, reason));
  }

  @Override
  public void auctionCleared(ClearingView clearing) {
    all.publish(one -> one.auctionCleared(clearing));
  }
}
