package tender.core.auction;

import tender.core.check.ValueChecks;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.Time;

/**
 * A job that waits for a match. It consists of one or more equal tasks: a rigid job of the paper is
 * one task, which needs all its processors at the same time and in one queue. Tasks of a bag may
 * run in different queues and at different times.
 *
 * @param tasks how many tasks the job has; they are matched together or not at all
 * @param processors of each task
 * @param estimateMillis run time of a task on the reference processor
 * @param valuation what the job is worth to its user
 */
public record WaitingJob(
    BagId id,
    int tasks,
    int processors,
    long estimateMillis,
    long submittedMillis,
    long deadlineMillis,
    Money valuation) {
  public WaitingJob {
    ValueChecks.positive(tasks, "The number of tasks of job " + id);
    if (processors <= 0) {
      throw new IllegalArgumentException(
          "Job " + id + " needs " + processors + " processors, and must need at least 1.");
    }
    Time.requireDuration(estimateMillis, "of job " + id);
    Time.requireInstant(submittedMillis, "of the submission of job " + id);
    Time.requireInstant(deadlineMillis, "of the deadline of job " + id);
    valuation.requireNotNegative("The valuation of job " + id);
  }

  /** A rigid job: a bag of one task. */
  public WaitingJob(
      BagId id,
      int processors,
      long estimateMillis,
      long submittedMillis,
      long deadlineMillis,
      Money valuation) {
    this(id, 1, processors, estimateMillis, submittedMillis, deadlineMillis, valuation);
  }

  /** How many processors run all its tasks at the same time. */
  public long demand() {
    return (long) tasks * processors;
  }

  /** Whether a task would end by the deadline if it started then on this cluster. */
  public boolean endsInTime(Cluster cluster, long startMillis) {
    return startMillis <= deadlineMillis - cluster.durationMillis(estimateMillis);
  }
}
