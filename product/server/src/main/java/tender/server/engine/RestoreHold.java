package tender.server.engine;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import tender.server.store.restore.RestoreRepository;

/**
 * After a restore of the database, timers wait until the agents have reported their journals, but
 * not for long: otherwise a provider would count as silent, and its tasks would run again, before
 * it had the chance to connect.
 */
public final class RestoreHold {
  private static final Logger LOG = System.getLogger(RestoreHold.class.getName());
  private static final long MAX_HOLD_NANOS = Duration.ofMinutes(1).toNanos();
  private static final long CHECK_NANOS = Duration.ofMillis(500).toNanos();

  /** When servers restart later, providers that have not reported are probably gone. */
  private static final long RECENT_MILLIS = Duration.ofHours(1).toMillis();

  private final RestoreRepository restores;
  private final long startedNanos = System.nanoTime();
  private final long epoch;
  private long checkedNanos = startedNanos - CHECK_NANOS;
  private boolean isHolding;

  public RestoreHold(RestoreRepository restores, long nowMillis) {
    this.restores = restores;
    epoch = restores.epoch();
    isHolding = epoch > 0 && nowMillis - epoch < RECENT_MILLIS;
  }

  /** Whether timers must wait. */
  public synchronized boolean isHolding() {
    long nowNanos = System.nanoTime();
    if (isHolding && nowNanos - checkedNanos >= CHECK_NANOS) {
      checkedNanos = nowNanos;
      int missing = restores.notReconciled(epoch).size();
      isHolding = missing > 0 && nowNanos - startedNanos < MAX_HOLD_NANOS;
      if (!isHolding) {
        LOG.log(
            Level.INFO,
            "Timers start after the restore of the database: providersWithoutReport={0}",
            missing);
      }
    }
    return isHolding;
  }
}
