package tender.server.engine;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntUnaryOperator;
import tender.core.model.Time;
import tender.server.model.RetentionPolicy;
import tender.server.store.Database;
import tender.server.store.notifications.NotificationOutbox;

/**
 * Deletes ended bags whose time has passed, in steps that take a fraction of a second each. Every
 * replica does this; they share the work by skipping what another has locked.
 */
public final class RetentionTask implements Runnable {
  /** The most rows of a kind that one step deletes. */
  private static final int MAX_STEP = 200;

  /** A step that takes longer is followed by a smaller one. */
  private static final long MAX_STEP_NANOS = 300_000_000;

  /** How long one run may take; the next one continues. */
  private static final long MAX_RUN_NANOS = 5_000_000_000L;

  /** How long users see what was delivered to them. */
  private static final long NOTIFICATIONS_MILLIS = 7 * Time.DAY_MILLIS;

  private final Database database;
  private final NotificationOutbox notifications;
  private final RetentionPolicy policy;
  private int step = MAX_STEP;

  public RetentionTask(Database database, RetentionPolicy policy) {
    this.database = database;
    this.policy = policy;
    notifications = database.notificationOutbox();
  }

  @Override
  public void run() {
    long endNanos = System.nanoTime() + MAX_RUN_NANOS;
    long nowMillis = database.store().nowMillis();
    boolean hasMore = true;
    while (hasMore && System.nanoTime() < endNanos) {
      hasMore = false;
      for (IntUnaryOperator action : steps(nowMillis)) {
        if (step(action)) {
          hasMore = true;
        }
      }
    }
  }

  /** What is deleted first may leave more for the following steps. */
  private List<IntUnaryOperator> steps(long nowMillis) {
    OptionalLong retention = policy.retentionMillis();
    return List.of(
        limit -> database.bagExpiry().deleteDue(retention, nowMillis, limit),
        limit ->
            retention.isEmpty()
                ? 0
                : database.transferExpiry().deleteDue(retention.getAsLong(), nowMillis, limit),
        limit -> database.transferExpiry().forgetBags(nowMillis, limit),
        limit ->
            policy.auditMillis().isEmpty()
                ? 0
                : database
                    .audit()
                    .deleteExpired(nowMillis - policy.auditMillis().getAsLong(), limit),
        limit -> notifications.deleteEnded(nowMillis - NOTIFICATIONS_MILLIS, limit),
        limit -> database.fileExpiry().checkFiles(nowMillis, limit),
        limit -> database.fileExpiry().checkBlobs(limit),
        limit -> database.blobs().deleteAbandoned(nowMillis, limit),
        // The last one, because the object store may be unavailable.
        limit -> database.blobs().deleteAbandonedObjects(nowMillis, limit));
  }

  /** Takes one step; returns whether there may be more to do. */
  private boolean step(IntUnaryOperator action) {
    int limit = step;
    long startNanos = System.nanoTime();
    int done = action.applyAsInt(limit);
    if (System.nanoTime() - startNanos > MAX_STEP_NANOS) {
      step = Math.max(1, limit / 2);
    } else if (done == limit) {
      step = Math.min(MAX_STEP, limit * 2);
    }
    return done == limit;
  }
}
