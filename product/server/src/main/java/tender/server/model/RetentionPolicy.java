package tender.server.model;

import java.util.OptionalLong;
import tender.core.model.Time;

/**
 * How long a market keeps ended bags, with their results and transfers, and the audit log.
 *
 * @param retentionMillis how long after their end; empty: without limit
 * @param maxKeepMillis the longest time that a user may require for a bag
 * @param auditMillis how long entries of the audit log are kept; empty: without limit
 */
public record RetentionPolicy(
    OptionalLong retentionMillis, long maxKeepMillis, OptionalLong auditMillis) {
  public static final long DEFAULT_RETENTION_MILLIS = 365 * Time.DAY_MILLIS;

  /** The longest time that can be configured. */
  public static final long MAX_MILLIS = 3_650 * Time.DAY_MILLIS;

  public static final RetentionPolicy DEFAULT =
      new RetentionPolicy(
          OptionalLong.of(DEFAULT_RETENTION_MILLIS),
          DEFAULT_RETENTION_MILLIS,
          OptionalLong.of(DEFAULT_RETENTION_MILLIS));
}
