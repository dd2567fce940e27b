package tender.core.provider;

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
public record HeldPart(
    ReservationId id,
    Job job,
    long leaseUntilMillis,
    TaskSet tasks,
    TaskSet ended,
    TaskSet accepted,
    long endedMillis,
    Optional<Expectation> expected,
    long usedMillis,
    Optional<ShareAccount> account) {
  /** What a thousand processors do in 278 years; more would overflow, and nobody does it. */
  private static final long MOST_USED_MILLIS = 1_000 * Time.LIMIT_MILLIS;

  /** Where time is not shared. */
  public HeldPart(
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

  static HeldPart reserved(
      ReservationId id, Job job, long leaseUntilMillis, Optional<Expectation> expected) {
    return new HeldPart(
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
    return leaseUntilMillis == Time.NEVER;
  }

  HeldPart committed(Job job, TaskSet tasks) {
    return new HeldPart(
        id, job, Time.NEVER, tasks, ended, accepted, endedMillis, expected, usedMillis, account);
  }

  HeldPart withJob(Job job) {
    return new HeldPart(
        id,
        job,
        leaseUntilMillis,
        tasks,
        ended,
        accepted,
        endedMillis,
        expected,
        usedMillis,
        account);
  }

  HeldPart withEnded(TaskSet more, long ranMillis, long nowMillis) {
    return new HeldPart(
        id,
        job,
        leaseUntilMillis,
        tasks,
        ended.plus(more),
        accepted,
        nowMillis,
        expected,
        Math.min(MOST_USED_MILLIS, usedMillis + ranMillis * job.width()),
        account);
  }

  HeldPart withAccepted(TaskSet more) {
    return new HeldPart(
        id,
        job,
        leaseUntilMillis,
        tasks,
        ended,
        accepted.plus(more.and(ended)),
        endedMillis,
        expected,
        usedMillis,
        account);
  }

  HeldPart with(ShareAccount account) {
    return new HeldPart(
        id,
        job,
        leaseUntilMillis,
        tasks,
        ended,
        accepted,
        endedMillis,
        expected,
        usedMillis,
        Optional.of(account));
  }

  /** Whether none of its tasks is left to do. */
  public boolean isAllEnded() {
    return ended.size() == tasks.size();
  }

  boolean isAllAccepted() {
    return accepted.size() == tasks.size();
  }

  /** Whether there are results which the metascheduler does not have. */
  boolean owesResults() {
    return isCommitted() && accepted.size() < ended.size();
  }
}
