package tender.agent.batch;

import java.util.Optional;
import tender.core.model.Time;

/**
 * A job of one of the cluster's own users; each task of their arrays counts as one job.
 *
 * @param id in the batch system
 * @param submittedMillis since the Unix epoch, as all instants here
 * @param startedMillis when it started; {@link Time#NEVER} while it waits
 * @param limitMillis its time limit, or {@link #UNLIMITED_MILLIS}
 * @param deadlineMillis the deadline that its user set; {@link Time#NEVER} if none
 * @param allocation what it has on its nodes, or requests; empty if only its processors are known
 */
public record LocalJob(
    String id,
    int processors,
    boolean running,
    long submittedMillis,
    long startedMillis,
    long limitMillis,
    long deadlineMillis,
    Optional<NodeAllocation> allocation) {
  /** A job of which only the processors are known. */
  public LocalJob(
      String id,
      int processors,
      boolean running,
      long submittedMillis,
      long startedMillis,
      long limitMillis,
      long deadlineMillis) {
    this(
        id,
        processors,
        running,
        submittedMillis,
        startedMillis,
        limitMillis,
        deadlineMillis,
        Optional.empty());
  }

  /** Means no limit: a hundred years, which core can still add to a present-day instant. */
  public static final long UNLIMITED_MILLIS = 36_500 * Time.DAY_MILLIS;
}
