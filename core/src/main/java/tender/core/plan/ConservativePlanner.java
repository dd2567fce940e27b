package tender.core.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.queue.ConservativeScheduler;

/**
 * What {@link ConservativeScheduler} would do from here on: those who have a start in the standing
 * plan keep it, or gain with compression; all others are placed in order of arrival.
 *
 * <p>A start that can no longer be kept, because a running job outlived its estimate, is lost: its
 * tasks are placed like newcomers, among whom they come first by their arrival.
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
  public Plan plan(Snapshot snapshot, Plan standing) {
    ConservativeScheduler scheduler =
        new ConservativeScheduler(snapshot.freeBesideRunning(), compressing);
    int[] arrivals = snapshot.order(Job.BY_ARRIVAL);
    Map<JobId, Integer> places = places(standing.jobs());
    for (int position : arrivals) {
      resume(scheduler, snapshot, position, standing, places);
    }
    if (compressing) {
      scheduler.compress(snapshot.nowMillis());
    }
    scheduler.placeRest(snapshot.nowMillis());
    Plan.Builder plan = new Plan.Builder(snapshot.waiting());
    scheduler.forEachRun(
        (place, startMillis, tasks) -> plan.add(arrivals[place], startMillis, tasks));
    return plan.build();
  }

  /** Latest runs first: where some tasks of a job have started since, those were its first ones. */
  private static void resume(
      ConservativeScheduler scheduler,
      Snapshot snapshot,
      int position,
      Plan standing,
      Map<JobId, Integer> places) {
    Job job = snapshot.waiting().get(position);
    Integer place = places.get(job.id());
    int runs = place == null ? 0 : standing.runs(place);
    long[] startMillis = new long[runs];
    int[] tasks = new int[runs];
    int left = job.tasks();
    for (int run = runs - 1; run >= 0 && place != null; run--) {
      startMillis[run] = standing.runStartMillis(place, run);
      tasks[run] = Math.min(left, standing.runTasks(place, run));
      left -= tasks[run];
    }
    scheduler.resume(job, snapshot.nowMillis(), startMillis, tasks);
  }

  private static Map<JobId, Integer> places(List<Job> jobs) {
    Map<JobId, Integer> places = LinkedHashMap.newLinkedHashMap(jobs.size());
    for (int place = 0; place < jobs.size(); place++) {
      places.put(jobs.get(place).id(), place);
    }
    return places;
  }
}
