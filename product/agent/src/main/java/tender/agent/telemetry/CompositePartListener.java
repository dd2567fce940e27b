package tender.agent.telemetry;

import java.util.List;
import tender.agent.execution.PartListener;
import tender.core.message.ReservationId;
import tender.core.provider.state.ReservedPart;
import tender.support.telemetry.ListenerList;

/** Several that look on. */
public final class CompositePartListener implements PartListener {
  private final ListenerList<PartListener> listeners;

  public CompositePartListener(List<PartListener> all) {
    this.listeners = new ListenerList<>(all);
  }

  @Override
  public void committed(ReservedPart part, long nowMillis) {
    listeners.publish(one -> one.committed(part, nowMillis));
  }

  @Override
  public void resumed(ReservedPart part, long nowMillis) {
    listeners.publish(one -> one.resumed(part, nowMillis));
  }

  @Override
  public void staged(ReservationId part, long fromMillis, long untilMillis) {
    listeners.publish(one -> one.staged(part, fromMillis, untilMillis));
  }

  @Override
  public void submitted(ReservationId part, int tasks, int jobs) {
    listeners.publish(one -> one.submitted(part, tasks, jobs));
  }

  @Override
  public void delivered(ReservationId part, PackDelivery delivery) {
    listeners.publish(one -> one.delivered(part, delivery));
  }

  @Override
  public void ended(ReservedPart part, long nowMillis) {
    listeners.publish(one -> one.ended(part, nowMillis));
  }

  @Override
  public void released(ReservedPart part, long nowMillis) {
    listeners.publish(one -> one.released(part, nowMillis));
  }
}
