package tender.server.engine;

import java.lang.System.Logger.Level;
import java.util.function.LongSupplier;
import tender.core.model.Time;
import tender.core.store.Store;

/**
 * Work of a server that is repeated at intervals. That PostgreSQL is unavailable for a moment is
 * normal, so the operator is warned only when the work has failed for half a minute: then it may
 * never succeed, such as a statement that always takes too long.
 */
public final class ScheduledTask implements Runnable {
  private static final System.Logger LOG = System.getLogger(ScheduledTask.class.getName());
  private static final long WARN_AFTER_MILLIS = 30 * Time.SECOND_MILLIS;
  private static final long WARN_AGAIN_MILLIS = 5 * Time.MINUTE_MILLIS;

  private final String name;
  private final Runnable work;
  private final LongSupplier clockMillis;
  private long failingSinceMillis = Time.NEVER;
  private long nextWarningMillis;

  public ScheduledTask(String name, Runnable work) {
    this(name, work, () -> System.nanoTime() / 1_000_000);
  }

  /**
   * @param clockMillis a clock that never goes back
   */
  ScheduledTask(String name, Runnable work, LongSupplier clockMillis) {
    this.name = name;
    this.work = work;
    this.clockMillis = clockMillis;
  }

  @Override
  public void run() {
    try {
      work.run();
      failingSinceMillis = Time.NEVER;
    } catch (Store.Unavailable e) {
      unavailable(e);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "Scheduled task failed; will retry: task={0}", name, e);
    }
  }

  private void unavailable(Store.Unavailable cause) {
    long nowMillis = clockMillis.getAsLong();
    if (failingSinceMillis == Time.NEVER) {
      failingSinceMillis = nowMillis;
      nextWarningMillis = nowMillis + WARN_AFTER_MILLIS;
    }
    boolean warns = nowMillis >= nextWarningMillis;
    if (warns) {
      nextWarningMillis = nowMillis + WARN_AGAIN_MILLIS;
    }
    LOG.log(
        warns ? Level.WARNING : Level.DEBUG,
        "Database unavailable; scheduled task will retry: task={0}, failingForSeconds={1}, cause={2}",
        name,
        (nowMillis - failingSinceMillis) / Time.SECOND_MILLIS,
        cause.getMessage());
  }
}
