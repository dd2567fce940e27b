package tender.core.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.profile.Placement;
import tender.core.profile.Profile;

/**
 * Conservative backfilling: everybody gets a start on arrival, and nobody's start is ever made
 * later for somebody else (Mu'alem and Feitelson, "Utilization, Predictability, Workloads, and User
 * Runtime Estimates in Scheduling the IBM SP2 with Backfilling", 2001).
 *
 * <p>Rules. Tasks that have a start in the standing plan keep it. All others then take, in order of
 * arrival (submission, then id), the earliest instant at which their processors are free for their
 * whole estimate. <em>With compression</em>, which is what follows when somebody ended early, the
 * tasks that kept a start are lifted out of the plan and put back at the earliest instant, job by
 * job in order of arrival, once, before the others are placed: a job's old place is free at that
 * moment, so it can only gain. <em>Without</em>, what ended early leaves a gap for newcomers.
 *
 * <p>A start that can no longer be kept, because a running job outlived its estimate, is lost: its
 * tasks are placed like newcomers, in which they come first by their arrival.
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
    Profile free = snapshot.freeBesideRunning();
    int[] arrivals = snapshot.order(Job.BY_ARRIVAL);
    Plan kept = keep(snapshot, arrivals, standing, free);
    Plan.Builder plan = new Plan.Builder(snapshot.waiting());
    for (int position : arrivals) {
      if (compressing) {
        giveBack(kept, position, free);
        placeEarliest(snapshot, position, kept.plannedTasks(position), free, plan);
      } else {
        copyRuns(kept, position, plan);
      }
    }
    for (int position : arrivals) {
      int loose = snapshot.waiting().get(position).tasks() - kept.plannedTasks(position);
      placeEarliest(snapshot, position, loose, free, plan);
    }
    return plan.build();
  }

  /** Takes from the profile, and returns, every start of the standing plan that still holds. */
  private static Plan keep(Snapshot snapshot, int[] arrivals, Plan standing, Profile free) {
    Plan.Builder kept = new Plan.Builder(snapshot.waiting());
    Map<JobId, Integer> places = places(standing.jobs());
    for (int position : arrivals) {
      Job job = snapshot.waiting().get(position);
      Integer place = places.get(job.id());
      if (place != null) {
        keepRuns(snapshot.nowMillis(), job, position, standing, place, free, kept);
      }
    }
    return kept.build();
  }

  /** Latest first: where some tasks of a job have started since, those were its first ones. */
  private static void keepRuns(
      long nowMillis,
      Job job,
      int position,
      Plan standing,
      int standingPosition,
      Profile free,
      Plan.Builder kept) {
    int left = job.tasks();
    for (int run = standing.runs(standingPosition) - 1; run >= 0 && left > 0; run--) {
      long startMillis = standing.runStartMillis(standingPosition, run);
      long endMillis = startMillis + job.durationMillis();
      int tasks = Math.min(left, standing.runTasks(standingPosition, run));
      left -= tasks;
      if (startMillis >= nowMillis
          && free.leastFree(startMillis, endMillis) >= tasks * job.width()) {
        free.take(startMillis, endMillis, tasks * job.width());
        kept.add(position, startMillis, tasks);
      }
    }
  }

  private static Map<JobId, Integer> places(List<Job> jobs) {
    Map<JobId, Integer> places = LinkedHashMap.newLinkedHashMap(jobs.size());
    for (int place = 0; place < jobs.size(); place++) {
      places.put(jobs.get(place).id(), place);
    }
    return places;
  }

  private static void giveBack(Plan kept, int position, Profile free) {
    Job job = kept.jobs().get(position);
    for (int run = 0; run < kept.runs(position); run++) {
      long startMillis = kept.runStartMillis(position, run);
      free.give(
          startMillis,
          startMillis + job.durationMillis(),
          kept.runTasks(position, run) * job.width());
    }
  }

  private static void copyRuns(Plan kept, int position, Plan.Builder plan) {
    for (int run = 0; run < kept.runs(position); run++) {
      plan.add(position, kept.runStartMillis(position, run), kept.runTasks(position, run));
    }
  }

  private static void placeEarliest(
      Snapshot snapshot, int position, int tasks, Profile free, Plan.Builder plan) {
    Job job = snapshot.waiting().get(position);
    Placement.placeEarliest(
        free,
        tasks,
        job.width(),
        job.durationMillis(),
        Math.max(snapshot.nowMillis(), job.submittedMillis()),
        (startMillis, together) -> plan.add(position, startMillis, together));
  }
}
