package tender.simulator.market;

import tender.core.model.Time;

/** Wakes somebody at the instant he last asked for, and at no other he asked for before. */
final class Alarm {
  private final EventQueue events;
  private final Runnable wake;
  private long setForMillis = Time.NEVER;

  Alarm(EventQueue events, Runnable wake) {
    this.events = events;
    this.wake = wake;
  }

  void setFor(long instantMillis) {
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
