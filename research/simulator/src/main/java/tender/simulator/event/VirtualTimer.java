package tender.simulator.event;

import tender.core.model.Time;

/** Wakes somebody at the instant he last asked for, and at no other he asked for before. */
public final class VirtualTimer {
  private final EventQueue events;
  private final Runnable action;
  private long setForMillis = Time.NEVER;

  public VirtualTimer(EventQueue events, Runnable wake) {
    this.events = events;
    this.action = wake;
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
