package tender.core.provider;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.RunningJob;
import tender.core.plan.Plan;
import tender.core.plan.reschedule.PlanningScheduler;
import tender.core.provider.state.ProcessorAllocation;

/** Which processors running and planned jobs use, for the provider's owner. */
final class PlannedAllocations {
  private PlannedAllocations() {}

  static List<ProcessorAllocation> of(
      PlanningScheduler scheduler, Set<JobId> localJobs, long nowMillis) {
    List<ProcessorAllocation> allocations = new ArrayList<>();
    for (RunningJob job : scheduler.snapshot(nowMillis).running()) {
      allocations.add(
          new ProcessorAllocation(
              job.id(),
              localJobs.contains(job.id()),
              job.processors(),
              job.startedMillis(),
              job.expectedEndMillis()));
    }
    Plan plan = scheduler.plan();
    for (int i = 0; i < plan.jobs().size(); i++) {
      Job job = plan.jobs().get(i);
      for (int run = 0; run < plan.runs(i); run++) {
        long fromMillis = plan.runStartMillis(i, run);
        allocations.add(
            new ProcessorAllocation(
                job.id(),
                localJobs.contains(job.id()),
                plan.runTasks(i, run) * job.width(),
                fromMillis,
                fromMillis + job.durationMillis()));
      }
    }
    return allocations;
  }
}
