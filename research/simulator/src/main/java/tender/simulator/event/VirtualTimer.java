package tender.simulator.event;

import tender.core.model.Time;

/** Runs an action at the instant that was set last; earlier settings are cancelled. */
public final class VirtualTimer {
  private final EventQueue events;
  private final Runnable action;
  private long setForMillis = Time.NEVER;

  public VirtualTimer(EventQueue events, Runnable action) {
    this.events = events;
    this.action = action;
  }

  public void setFor(long instantMillis) {
    if (instantMillis == setForMillis) {
      return;
    }
    setForMillis = instantMillis;
    if (instantMillis != Time.NEVER) {
      events.add(instantMillis, EventQueue.Kind.TIMER, () -> fire(instantMillis));
    }
  }

  private void fire(long instantMillis) {
    if (setForMillis == instantMillis) {
      setForMillis = Time.NEVER;
      action.run();
    }
  }
}
