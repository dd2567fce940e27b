package tender.core.plan;

import tender.core.model.Job;
import tender.core.profile.Placement;
import tender.core.profile.Profile;

/**
 * First come, first served, without backfilling: nobody starts before somebody who came earlier.
 *
 * <p>Rules. Jobs are taken in order of arrival (submission, then id). Each task starts at the
 * earliest instant at which its processors are free for its whole estimate and which is neither
 * before its submission nor before the start of any task taken earlier. Starts may be equal.
 */
public final class FcfsPlanner implements Planner {

  @Override
  public Plan plan(Snapshot snapshot, Plan standing) {
    Profile free = snapshot.freeBesideRunning();
    Plan.Builder plan = new Plan.Builder(snapshot.waiting());
    long notBeforeMillis = snapshot.nowMillis();
    for (int position : snapshot.order(Job.BY_ARRIVAL)) {
      Job job = snapshot.waiting().get(position);
      notBeforeMillis =
          Placement.placeEarliest(
              free,
              job.tasks(),
              job.width(),
              job.durationMillis(),
              Math.max(notBeforeMillis, job.submittedMillis()),
              (startMillis, tasks) -> plan.add(position, startMillis, tasks));
    }
    return plan.build();
  }
}
