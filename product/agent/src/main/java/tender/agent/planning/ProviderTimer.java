package tender.agent.planning;

import java.time.Clock;
import tender.core.model.Time;

/** The one timer that core sets. A new instant replaces the one before. Used by the event loop. */
final class ProviderTimer {
  private final EventLoop eventLoop;
  private final Clock clock;
  private final Runnable action;
  private long timerMillis = Time.NEVER;

  ProviderTimer(EventLoop eventLoop, Clock clock, Runnable action) {
    this.eventLoop = eventLoop;
    this.clock = clock;
    this.action = action;
  }

  void set(long instantMillis) {
    if (instantMillis != timerMillis) {
      timerMillis = instantMillis;
      if (instantMillis != Time.NEVER) {
        long delayMillis = Math.max(0, instantMillis - clock.millis());
        eventLoop.schedule(delayMillis, () -> fire(instantMillis));
      }
    }
  }

  private void fire(long forMillis) {
    if (forMillis == timerMillis) {
      timerMillis = Time.NEVER;
      action.run();
    }
  }
}
