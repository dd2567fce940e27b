package tender.agent.batch;

import tender.core.model.Time;

/**
 * A job of the cluster's own users; each task of their arrays is one.
 *
 * @param id names it within the batch system
 * @param submittedMillis since the Unix epoch, as all instants here
 * @param startedMillis when it started; {@link Time#NEVER} while it waits
 * @param limitMillis how long it may run, {@link #UNLIMITED_MILLIS} if nothing limits it
 * @param deadlineMillis the instant by which its user wants it done, {@link Time#NEVER} if none
 */
public record LocalJob(
    String id,
    int processors,
    boolean running,
    long submittedMillis,
    long startedMillis,
    long limitMillis,
    long deadlineMillis) {
  /** Stands for no limit: a hundred years, which core still adds to any instant of today. */
  public static final long UNLIMITED_MILLIS = 36_500 * Time.DAY_MILLIS;
}
