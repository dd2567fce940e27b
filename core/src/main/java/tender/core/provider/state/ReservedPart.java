package tender.core.provider.state;

import java.util.Optional;
import tender.core.message.ReservationId;
import tender.core.model.Job;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.promise.Expectation;

/**
 * A part of a bag that is reserved, waiting or running at this provider.
 *
 * @param job the part as a job in the queue, when it was reserved or committed
 * @param leaseExpiresMillis by when it must be committed, {@link Time#NEVER} once it is
 * @param tasks its tasks, empty before it is committed
 * @param endedTasks the tasks that have ended
 * @param acceptedTasks the tasks whose results the metascheduler has accepted
 * @param lastEndedMillis when the last task ended
 * @param expectation the forecast and the promise, if the provider cannot hold capacity
 * @param usedProcessorMillis total processor time of the tasks that have ended, by their own report
 * @param shareAccount the bid and the charges, at a time-shared provider
 * @param measuredProcessorMillis total processor time that was measured without relying on the
 *     tasks
 */
public record ReservedPart(
    ReservationId id,
    Job job,
    long leaseExpiresMillis,
    TaskSet tasks,
    TaskSet endedTasks,
    TaskSet acceptedTasks,
    long lastEndedMillis,
    Optional<Expectation> expectation,
    long usedProcessorMillis,
    Optional<ShareAccount> shareAccount,
    long measuredProcessorMillis) {
  /** The work of a thousand processors in 278 years; the bound prevents an overflow. */
  private static final long MAX_USED_MILLIS = 1_000 * Time.LIMIT_MILLIS;

  public static ReservedPart reserved(
      ReservationId id, Job job, long leaseExpiresMillis, Optional<Expectation> expectation) {
    return new ReservedPart(
        id,
        job,
        leaseExpiresMillis,
        TaskSet.empty(),
        TaskSet.empty(),
        TaskSet.empty(),
        leaseExpiresMillis,
        expectation,
        0,
        Optional.empty(),
        0);
  }

  public boolean isCommitted() {
    return leaseExpiresMillis == Time.NEVER;
  }

  public ReservedPart committed(Job job, TaskSet tasks) {
    return with(job, Time.NEVER, tasks, shareAccount, measuredProcessorMillis);
  }

  public ReservedPart withJob(Job job) {
    return with(job, leaseExpiresMillis, tasks, shareAccount, measuredProcessorMillis);
  }

  public ReservedPart withShareAccount(ShareAccount shareAccount) {
    return with(job, leaseExpiresMillis, tasks, Optional.of(shareAccount), measuredProcessorMillis);
  }

  private ReservedPart with(
      Job job,
      long leaseExpiresMillis,
      TaskSet tasks,
      Optional<ShareAccount> shareAccount,
      long measuredProcessorMillis) {
    return new ReservedPart(
        id,
        job,
        leaseExpiresMillis,
        tasks,
        endedTasks,
        acceptedTasks,
        lastEndedMillis,
        expectation,
        usedProcessorMillis,
        shareAccount,
        measuredProcessorMillis);
  }

  public ReservedPart withEnded(TaskSet more, long ranMillis, long nowMillis) {
    return new ReservedPart(
        id,
        job,
        leaseExpiresMillis,
        tasks,
        endedTasks.plus(more),
        acceptedTasks,
        nowMillis,
        expectation,
        Math.min(MAX_USED_MILLIS, usedProcessorMillis + ranMillis * job.width()),
        shareAccount,
        measuredProcessorMillis);
  }

  /**
   * The total run time of the part's tasks was measured. The largest measurement counts.
   *
   * @param ranMillis of all tasks so far, ended or not
   */
  public ReservedPart withMeasured(long ranMillis) {
    long boundedMillis = Math.clamp(ranMillis, 0, MAX_USED_MILLIS / job.width());
    long measuredMillis = Math.max(measuredProcessorMillis, boundedMillis * job.width());
    return with(job, leaseExpiresMillis, tasks, shareAccount, measuredMillis);
  }

  /**
   * The processor time that is charged: what tasks report can only add to what was measured, never
   * reduce it.
   */
  public long chargedProcessorMillis() {
    return Math.max(usedProcessorMillis, measuredProcessorMillis);
  }

  public ReservedPart withAccepted(TaskSet more) {
    return new ReservedPart(
        id,
        job,
        leaseExpiresMillis,
        tasks,
        endedTasks,
        acceptedTasks.plus(more.intersect(endedTasks)),
        lastEndedMillis,
        expectation,
        usedProcessorMillis,
        shareAccount,
        measuredProcessorMillis);
  }

  /** Whether all of its tasks have ended. */
  public boolean isAllEnded() {
    return endedTasks.size() == tasks.size();
  }

  public boolean isAllAccepted() {
    return acceptedTasks.size() == tasks.size();
  }

  /** Whether there are results that the metascheduler has not accepted. */
  public boolean hasUnacceptedResults() {
    return isCommitted() && acceptedTasks.size() < endedTasks.size();
  }
}
