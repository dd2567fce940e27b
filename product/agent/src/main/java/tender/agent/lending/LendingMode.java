package tender.agent.lending;

import tender.agent.batch.ClusterInfo;
import tender.core.model.Time;

/**
 * The precedence of local jobs and market work on the cluster, as its owner decides.
 *
 * @param maxLocalWaitMillis how long a local job may wait for processors that market work uses
 * @param reserves whether processors are reserved for promised parts, where the batch system allows
 *     it
 */
public record LendingMode(long maxLocalWaitMillis, boolean reserves) {
  /** Time in which a batch system normally starts a job on free processors. */
  static final long SCHEDULING_MILLIS = 5 * Time.SECOND_MILLIS;

  /** Stopping tasks takes time, so it begins this long before a local job must start. */
  static final long STOP_AHEAD_MILLIS = 30 * Time.SECOND_MILLIS;

  /** Market work runs only on what local users leave idle, and stops as soon as they need it. */
  public static final LendingMode IDLE = new LendingMode(0, false);

  /**
   * Market work queues together with local jobs in the order of a rescheduling policy, and stops
   * only for a local job that would miss its deadline.
   */
  public static final LendingMode ONE_QUEUE = new LendingMode(Time.NEVER, false);

  /** Processors are reserved for promised parts; a local job waits for them up to a limit. */
  public static LendingMode committed(long maxLocalWaitMillis) {
    return new LendingMode(maxLocalWaitMillis, true);
  }

  /**
   * How long a local job waits before tasks are stopped for it. A reserved part that takes no
   * longer is never stopped, because it leaves room for the local jobs that wait when it is
   * promised.
   */
  public long untilStopMillis() {
    return maxLocalWaitMillis - STOP_AHEAD_MILLIS;
  }

  /**
   * What this means for local users, for the owner to read.
   *
   * @param pollMillis interval of queue reads
   */
  public String describe(long pollMillis, ClusterInfo cluster) {
    if (isIdle()) {
      long delayMillis = pollMillis + cluster.stopMillis() + SCHEDULING_MILLIS;
      return "Bags use only processors that local users leave idle. A local job that could start on"
          + " them waits at most "
          + seconds(delayMillis)
          + " until their tasks have stopped.";
    }
    if (!reserves) {
      return "Bags wait in one queue with local jobs, which may be delayed without a limit.";
    }
    return (cluster.canReserve()
            ? "Processors are reserved for promised parts."
            : "Processors cannot be reserved (permission denied), so local jobs may delay promised"
                + " parts.")
        + " A local job waits for bags for at most "
        + seconds(maxLocalWaitMillis)
        + ".";
  }

  private static String seconds(long millis) {
    return Math.ceilDiv(millis, Time.SECOND_MILLIS) + " s";
  }

  public boolean isIdle() {
    return maxLocalWaitMillis == 0;
  }
}
