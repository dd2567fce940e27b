package tender.server.store.sql;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The database's clock, without a query for each reading: the database is queried every few
 * seconds, and in between this machine's nanosecond counter is added. The error is at most half a
 * round trip plus the drift of those seconds. The wall clock of this machine does not matter.
 *
 * <p>The clock never goes back. If the database's clock is set back, this clock stops until the
 * database has caught up.
 */
public final class DatabaseClock {
  private static final long REFRESH_NANOS = 5_000_000_000L;

  private final Sql sql;
  private final AtomicLong latestMillis = new AtomicLong(Long.MIN_VALUE);
  private final AtomicBoolean isQuerying = new AtomicBoolean();
  private volatile Reading reading;

  /** The database's time, and this machine's nanosecond counter at that time. */
  private record Reading(long millis, long nanos) {
    long millisAt(long nowNanos) {
      return millis + (nowNanos - nanos) / 1_000_000;
    }
  }

  public DatabaseClock(Sql sql) {
    this.sql = sql;
    reading = query(sql);
  }

  public long nowMillis() {
    // One thread queries and the others use the last reading: a dead database blocks one thread.
    if (System.nanoTime() - reading.nanos() > REFRESH_NANOS
        && isQuerying.compareAndSet(false, true)) {
      try {
        reading = query(sql);
      } finally {
        isQuerying.set(false);
      }
    }
    return latestMillis.accumulateAndGet(reading.millisAt(System.nanoTime()), Math::max);
  }

  private static Reading query(Sql sql) {
    return sql.run(
        session -> {
          long startNanos = System.nanoTime();
          long millis = session.find("select now_millis()", row -> row.getLong(1)).orElseThrow();
          return new Reading(millis, startNanos + (System.nanoTime() - startNanos) / 2);
        });
  }
}
