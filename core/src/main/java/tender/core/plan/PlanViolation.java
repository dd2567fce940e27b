package tender.core.plan;

import tender.core.model.JobId;

/** Something that is wrong with a plan. */
public sealed interface PlanViolation {

  /** More processors are in use at an instant than there are; the first such instant is named. */
  record Overbooked(long instantMillis, long busy, int processors) implements PlanViolation {}

  /** A task starts in the past or before its job was submitted. */
  record StartsTooEarly(JobId job, long startMillis, long earliestMillis) implements PlanViolation {}

  /** Not as many tasks are planned as wait. */
  record WrongNumberOfTasks(JobId job, int waiting, int planned) implements PlanViolation {}

  /** A job is planned that runs already, and must stay where it is. */
  record RunningJobMoved(JobId job) implements PlanViolation {}

  /** A job is planned that nobody has submitted. */
  record NotWaiting(JobId job) implements PlanViolation {}

  /** A job ends later than was promised. */
  record PromiseBroken(JobId job, long deadlineMillis, long completionMillis)
      implements PlanViolation {}

  /** A job ends later than an earlier plan said. */
  record Delayed(JobId job, long beforeMillis, long afterMillis) implements PlanViolation {}
}
