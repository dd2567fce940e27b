package tender.core.provider.state;

import java.util.Optional;
import tender.core.message.ReservationId;
import tender.core.model.Job;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.promise.Expectation;

/**
 * A part of a bag that stands in the queue or runs.
 *
 * @param job as it stood in the queue when it was reserved or committed
 * @param leaseUntilMillis until when it must be committed, {@link Time#NEVER} once it is
 * @param tasks which tasks it is, none before it is committed
 * @param ended those that have ended
 * @param accepted those whose results the metascheduler has
 * @param endedMillis when the last of them did
 * @param expected what was forecast and offered, where it could not be held
 * @param usedMillis how long processors ran those that have ended, all together
 * @param account what is bid and owed, where time is shared
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
    Optional<ShareAccount> shareAccount) {
  /** What a thousand processors do in 278 years; more would overflow, and nobody does it. */
  private static final long MOST_USED_MILLIS = 1_000 * Time.LIMIT_MILLIS;

  /** Where time is not shared. */
  public ReservedPart(
      ReservationId id,
      Job job,
      long leaseUntilMillis,
      TaskSet tasks,
      TaskSet ended,
      TaskSet accepted,
      long endedMillis,
      Optional<Expectation> expected,
      long usedMillis) {
    this(
        id,
        job,
        leaseUntilMillis,
        tasks,
        ended,
        accepted,
        endedMillis,
        expected,
        usedMillis,
        Optional.empty());
  }

  public static ReservedPart reserved(
      ReservationId id, Job job, long leaseUntilMillis, Optional<Expectation> expected) {
    return new ReservedPart(
        id,
        job,
        leaseUntilMillis,
        TaskSet.empty(),
        TaskSet.empty(),
        TaskSet.empty(),
        leaseUntilMillis,
        expected,
        0,
        Optional.empty());
  }

  public boolean isCommitted() {
    return leaseExpiresMillis == Time.NEVER;
  }

  public ReservedPart committed(Job job, TaskSet tasks) {
    return new ReservedPart(
        id, job, Time.NEVER, tasks, endedTasks, acceptedTasks, lastEndedMillis, expectation, usedProcessorMillis, shareAccount);
  }

  public ReservedPart withJob(Job job) {
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
        shareAccount);
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
        Math.min(MOST_USED_MILLIS, usedProcessorMillis + ranMillis * job.width()),
        shareAccount);
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
        shareAccount);
  }

  public ReservedPart with(ShareAccount account) {
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
        Optional.of(account));
  }

  /** Whether none of its tasks is left to do. */
  public boolean isAllEnded() {
    return endedTasks.size() == tasks.size();
  }

  public boolean isAllAccepted() {
    return acceptedTasks.size() == tasks.size();
  }

  /** Whether there are results which the metascheduler does not have. */
  public boolean hasUnacceptedResults() {
    return isCommitted() && acceptedTasks.size() < endedTasks.size();
  }
}
