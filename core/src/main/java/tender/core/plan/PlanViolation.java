package tender.core.plan;

import tender.core.model.JobId;

/** A violation of the rules for plans. */
public sealed interface PlanViolation {

  /** More processors are used at an instant than exist; the first such instant is given. */
  record Overbooked(long instantMillis, long busy, int processors) implements PlanViolation {}

  /** A task starts in the past or before its job was submitted. */
  record StartsTooEarly(JobId job, long startMillis, long earliestMillis)
      implements PlanViolation {}

  /** The number of planned tasks differs from the number of waiting tasks. */
  record WrongNumberOfTasks(JobId job, int waiting, int planned) implements PlanViolation {}

  /** The plan contains a running job, which must stay where it is. */
  record RunningJobMoved(JobId job) implements PlanViolation {}

  /** The plan contains a job that is not in the queue. */
  record NotWaiting(JobId job) implements PlanViolation {}

  /** A job ends later than promised. */
  record PromiseBroken(JobId job, long deadlineMillis, long completionMillis)
      implements PlanViolation {}

  /** A job ends later than in an earlier plan. */
  record Delayed(JobId job, long beforeMillis, long afterMillis) implements PlanViolation {}
}
