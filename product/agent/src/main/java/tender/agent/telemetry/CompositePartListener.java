package tender.agent.telemetry;

import java.util.List;
import tender.agent.execution.PartListener;
import tender.core.message.ReservationId;
import tender.core.provider.state.ReservedPart;
import tender.support.telemetry.ListenerList;

/** Passes events to several listeners. */
public final class CompositePartListener implements PartListener {
  private final ListenerList<PartListener> listeners;

  public CompositePartListener(List<PartListener> all) {
    this.listeners = new ListenerList<>(all);
  }

  @Override
  public void committed(ReservedPart part, long nowMillis) {
    listeners.publish(listener -> listener.committed(part, nowMillis));
  }

  @Override
  public void resumed(ReservedPart part, long nowMillis) {
    listeners.publish(listener -> listener.resumed(part, nowMillis));
  }

  @Override
  public void staged(ReservationId part, long fromMillis, long untilMillis) {
    listeners.publish(listener -> listener.staged(part, fromMillis, untilMillis));
  }

  @Override
  public void submitted(ReservationId part, int tasks, int jobs) {
    listeners.publish(listener -> listener.submitted(part, tasks, jobs));
  }

  @Override
  public void delivered(ReservationId part, PackDelivery delivery) {
    listeners.publish(listener -> listener.delivered(part, delivery));
  }

  @Override
  public void ended(ReservedPart part, long nowMillis) {
    listeners.publish(listener -> listener.ended(part, nowMillis));
  }

  @Override
  public void released(ReservedPart part, long nowMillis) {
    listeners.publish(listener -> listener.released(part, nowMillis));
  }
}
