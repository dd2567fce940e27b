package tender.core.auction;

import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.core.model.ValueChecks;

/**
 * A rigid job that waits for a match: a bag of one task, which needs all its processors at the same
 * time and in one queue.
 *
 * @param estimateMillis run time on the reference processor
 * @param valuation what the job is worth to its user
 */
public record WaitingJob(
    BagId id,
    int processors,
    long estimateMillis,
    long submittedMillis,
    long deadlineMillis,
    Money valuation) {
  public WaitingJob {
    if (processors <= 0) {
      throw new IllegalArgumentException(
          "Job " + id + " needs " + processors + " processors, and must need at least 1.");
    }
    Time.requireDuration(estimateMillis, "of job " + id);
    Time.requireInstant(submittedMillis, "of the submission of job " + id);
    Time.requireInstant(deadlineMillis, "of the deadline of job " + id);
    ValueChecks.notNegative(valuation, "The valuation of job " + id);
  }

  /** Whether it would end by its deadline if it started then on this cluster. */
  public boolean endsInTime(Cluster cluster, long startMillis) {
    return startMillis <= deadlineMillis - cluster.durationMillis(estimateMillis);
  }
}
