package tender.core.plan;

import tender.core.model.Job;

/** What has a start of its own in a plan. */
public enum PlanningGranularity {
  /** Each task, which starts as soon as there is room for it. */
  TASK,
  /**
   * All tasks that wait of a job, which start together, as those of a parallel program do. That is
   * how we read the simulator of Netto and Buyya, which is one of parallel jobs. A part that is
   * wider than the machine cannot be done then.
   */
  PART;

  /** The job as it is planned. */
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
