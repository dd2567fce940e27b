package tender.core.plan.reschedule;

import tender.core.model.Job;
import tender.core.model.Time;
import tender.core.plan.PlanningGranularity;
import tender.core.profile.TaskRuns;

/** A waiting job with its planned places. */
final class QueuedJob {
  private final PlanningGranularity granularity;
  Job job;

  /** The job in the form in which it is planned; the places are those of its tasks. */
  Job plannedJob;

  long bagEndMillis = -Time.LIMIT_MILLIS;
  final TaskRuns places = new TaskRuns();

  QueuedJob(PlanningGranularity granularity, Job job) {
    this.granularity = granularity;
    this.job = job;
    plannedJob = granularity.plannedJob(job);
  }

  void replace(Job replacement) {
    job = replacement;
    plannedJob = granularity.plannedJob(replacement);
  }

  long endMillis() {
    return places.allTasks() < plannedJob.tasks()
        ? Time.NEVER
        : places.lastStartMillis() + plannedJob.durationMillis();
  }

  ReschedulingPolicy.Candidate candidate() {
    long endMillis = endMillis();
    return new ReschedulingPolicy.Candidate(
        job, places.firstStartMillis(), endMillis, Math.max(endMillis, bagEndMillis));
  }
}
