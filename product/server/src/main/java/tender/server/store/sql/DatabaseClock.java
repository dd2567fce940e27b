package tender.server.store.sql;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The database's clock, read without asking the database each time: it is asked every few seconds,
 * and in between this machine's count of nanoseconds goes on from there. So it is off by half the
 * way to the database and back at most, and by what the two drift apart in those seconds; how this
 * machine's own clock is set does not matter.
 *
 * <p>It never goes back. If the database's clock is set back, this one stands still until the other
 * has caught up.
 */
public final class DatabaseClock {
  private static final long REFRESH_NANOS = 5_000_000_000L;

  private final Sql sql;
  private final AtomicLong latestMillis = new AtomicLong(Long.MIN_VALUE);
  private final AtomicBoolean isAsking = new AtomicBoolean();
  private volatile Reading reading;

  /** What the database said, and this machine's count when it did. */
  private record Reading(long millis, long nanos) {
    long millisAt(long nowNanos) {
      return millis + (nowNanos - nanos) / 1_000_000;
    }
  }

  public DatabaseClock(Sql sql) {
    this.sql = sql;
    reading = ask(sql);
  }

  public long nowMillis() {
    // One asks, the others go on with what they know: a dead database is to hold up one at most.
    if (System.nanoTime() - reading.nanos() > REFRESH_NANOS
        && isAsking.compareAndSet(false, true)) {
      try {
        reading = ask(sql);
      } finally {
        isAsking.set(false);
      }
    }
    return latestMillis.accumulateAndGet(reading.millisAt(System.nanoTime()), Math::max);
  }

  private static Reading ask(Sql sql) {
    return sql.run(
        session -> {
          long askedNanos = System.nanoTime();
          long millis = session.find("select now_millis()", row -> row.getLong(1)).orElseThrow();
          return new Reading(millis, askedNanos + (System.nanoTime() - askedNanos) / 2);
        });
  }
}
