package tender.simulator.event;

import tender.core.model.Time;

/** Wakes somebody at the instant he last asked for, and at no other he asked for before. */
public final class Alarm {
  private final EventQueue events;
  private final Runnable wake;
  private long setForMillis = Time.NEVER;

  public Alarm(EventQueue events, Runnable wake) {
    this.events = events;
    this.wake = wake;
  }

  public void setFor(long instantMillis) {
    if (instantMillis == setForMillis) {
      return;
    }
    setForMillis = instantMillis;
    if (instantMillis != Time.NEVER) {
      events.add(instantMillis, EventQueue.Kind.WAKE, () -> ring(instantMillis));
    }
  }

  private void ring(long instantMillis) {
    if (setForMillis == instantMillis) {
      setForMillis = Time.NEVER;
      wake.run();
    }
  }
}
