package tender.core.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.queue.ConservativeScheduler;

/**
 * Plans what {@link ConservativeScheduler} would do from now on: jobs keep their starts of the
 * current plan, or move earlier with compression; all others are placed in order of arrival.
 *
 * <p>A start that can no longer be kept, because a running job exceeded its estimate, is lost: its
 * tasks are placed like those of new jobs, before which they come by their arrival.
 */
public final class ConservativePlanner implements Planner {
  private final boolean compressing;

  private ConservativePlanner(boolean compressing) {
    this.compressing = compressing;
  }

  public static ConservativePlanner withCompression() {
    return new ConservativePlanner(true);
  }

  public static ConservativePlanner withoutCompression() {
    return new ConservativePlanner(false);
  }

  @Override
  public Plan plan(Snapshot snapshot, Plan current) {
    ConservativeScheduler scheduler =
        new ConservativeScheduler(snapshot.freeBesideRunning(), compressing);
    int[] arrivals = snapshot.order(Job.BY_ARRIVAL);
    Map<JobId, Integer> indexes = indexes(current.jobs());
    for (int position : arrivals) {
      resume(scheduler, snapshot, position, current, indexes);
    }
    if (compressing) {
      scheduler.compress(snapshot.nowMillis());
    }
    scheduler.placeRest(snapshot.nowMillis());
    Plan.Builder plan = new Plan.Builder(snapshot.waiting());
    scheduler.forEachRun(
        (index, startMillis, tasks) -> plan.add(arrivals[index], startMillis, tasks));
    return plan.build();
  }

  /** From the latest run on: if some tasks have started since, they were the first ones. */
  private static void resume(
      ConservativeScheduler scheduler,
      Snapshot snapshot,
      int position,
      Plan current,
      Map<JobId, Integer> indexes) {
    Job job = snapshot.waiting().get(position);
    Integer index = indexes.get(job.id());
    int runs = index == null ? 0 : current.runs(index);
    long[] startMillis = new long[runs];
    int[] tasks = new int[runs];
    int remaining = job.tasks();
    for (int run = runs - 1; run >= 0 && index != null; run--) {
      startMillis[run] = current.runStartMillis(index, run);
      tasks[run] = Math.min(remaining, current.runTasks(index, run));
      remaining -= tasks[run];
    }
    scheduler.resume(job, snapshot.nowMillis(), startMillis, tasks);
  }

  private static Map<JobId, Integer> indexes(List<Job> jobs) {
    Map<JobId, Integer> indexes = LinkedHashMap.newLinkedHashMap(jobs.size());
    for (int index = 0; index < jobs.size(); index++) {
      indexes.put(jobs.get(index).id(), index);
    }
    return indexes;
  }
}
