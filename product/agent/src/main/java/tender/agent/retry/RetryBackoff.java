package tender.agent.retry;

import tender.core.model.Time;

/**
 * Decides when the failed tasks of one part are submitted again, and with how many jobs. Failed
 * tasks are collected during a delay that doubles with every array of retries and is short again
 * once a task succeeds: if all tasks fail, there are few arrays and few waiting jobs.
 */
public final class RetryBackoff {
  private static final long MIN_DELAY_MILLIS = 2 * Time.SECOND_MILLIS;
  private static final long MAX_DELAY_MILLIS = Time.MINUTE_MILLIS;

  /** Jobs for retries while no task has succeeded and other jobs of the part are queued. */
  private static final int MAX_JOBS_BESIDE_OTHERS = 4;

  /** Jobs for retries while no task has succeeded and no other job of the part is queued. */
  private static final int MAX_JOBS_ALONE = 24;

  private long delayMillis = MIN_DELAY_MILLIS;
  private long dueMillis = Time.NEVER;
  private long submittedMillis = -1;
  private long readMillis;
  private int succeeded;

  /**
   * The queue was read. The first task that waits to be retried starts the delay.
   *
   * @param succeeded how many tasks of the part have succeeded so far
   */
  public void queueRead(boolean hasRetries, int succeeded, long readMillis) {
    this.readMillis = readMillis;
    if (succeeded > this.succeeded) {
      this.succeeded = succeeded;
      // The tasks do not all fail for the same reason.
      delayMillis = MIN_DELAY_MILLIS;
    }
    if (hasRetries && dueMillis == Time.NEVER) {
      dueMillis = readMillis + delayMillis;
    }
  }

  /** An array of the part was submitted; the queue must be read again before the next retries. */
  public void submitted(long nowMillis) {
    submittedMillis = nowMillis;
  }

  /** Whether the delay has passed, and the last read of the queue shows all submitted arrays. */
  public boolean isDue() {
    return readMillis >= dueMillis && readMillis > submittedMillis;
  }

  /** An array of retries has been created; tasks that fail from now on wait longer. */
  public void retried() {
    delayMillis = Math.min(2 * delayMillis, MAX_DELAY_MILLIS);
    dueMillis = Time.NEVER;
  }

  /**
   * How many jobs may be submitted for retries.
   *
   * @param freeSlots how many jobs the batch system may get
   * @param queuedJobs how many jobs of the part are in the batch system
   */
  public int maxJobs(int freeSlots, int queuedJobs) {
    if (succeeded > 0) {
      return freeSlots;
    }
    return Math.min(freeSlots, queuedJobs > 0 ? MAX_JOBS_BESIDE_OTHERS : MAX_JOBS_ALONE);
  }
}
