package tender.core.auction;

import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.Time;

/**
 * A rigid job that waits to be matched: a bag of one task, which needs all its processors at once
 * and in one place.
 *
 * @param estimateMillis how long it takes on the reference processor
 * @param valuation what its user says it is worth
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
    Time.requireDuration(estimateMillis, "estimate of job " + id);
    Time.requireInstant(submittedMillis, "of the submission of job " + id);
    Time.requireInstant(deadlineMillis, "of the deadline of job " + id);
    if (valuation.millicredits() < 0) {
      throw new IllegalArgumentException(
          "Job " + id + " is valued at " + valuation + ", and must be worth at least nothing.");
    }
  }

  /** Whether it would end by its deadline if it started there then. */
  public boolean endsInTime(Cluster cluster, long startMillis) {
    return startMillis <= deadlineMillis - cluster.durationMillis(estimateMillis);
  }
}
