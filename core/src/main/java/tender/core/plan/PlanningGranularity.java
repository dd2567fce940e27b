package tender.core.plan;

import tender.core.model.Job;

/** What is planned as a unit with one start. */
public enum PlanningGranularity {
  /** Each task, which starts as soon as its processors are free. */
  TASK,
  /**
   * All waiting tasks of a job, which start together like those of a parallel program. This is our
   * reading of the simulator of Netto and Buyya, which simulates parallel jobs. A part that is
   * wider than the machine cannot run then.
   */
  PART;

  /** The job in the form in which it is planned. */
  public Job plannedJob(Job job) {
    return this == TASK || job.tasks() == 1
        ? job
        : Job.rigid(
            job.id(),
            Math.multiplyExact(job.tasks(), job.width()),
            job.durationMillis(),
            job.submittedMillis(),
            job.deadlineMillis());
  }
}
