package tender.core.offer;

import tender.core.model.Time;
import tender.core.plan.EdfSchedule;
import tender.core.plan.IncomingJob;
import tender.core.plan.WorkBound;

/**
 * Finds the earliest deadline by which an incoming job can be done without delaying any accepted
 * job: the answer if the requested deadline cannot be met (Islam, Balaji, Sadayappan and Panda,
 * "Towards provision of quality of service guarantees in job scheduling", CLUSTER 2004).
 *
 * <p>The papers search by bisection between the requested deadline and the one the job gets as the
 * last in the queue. But an EDF plan depends on a deadline only through the position that it gives
 * in the queue, so this class searches positions: fewer trials, and an exact instant as the result.
 * At a position the job would end at some instant. It needs a deadline that is not before that end,
 * nor before the deadline of the job before it, nor before the requested one; and that must still
 * be before the deadline of the next job. The last position always works.
 *
 * <p>A successful trial costs the placement of all jobs after the position, a failed one only of
 * those up to the first delayed job. So the search goes upwards: after a failed trial it continues
 * directly before the delayed job. The positions that the last jump skipped are then bisected.
 *
 * <p>Like the papers, this assumes that what works at one position works at all later ones. List
 * scheduling has rare exceptions: an earlier deadline than the one found may then exist, but the
 * one found is always feasible.
 */
public final class FeedbackSearch {
  private final EdfSchedule schedule;
  private final WorkBound workBound;

  public FeedbackSearch(EdfSchedule schedule) {
    this.schedule = schedule;
    workBound = schedule.workBound();
  }

  /**
   * A deadline that can be kept and the position that it gives.
   *
   * @param deadlineMillis {@link Time#NEVER} if none can be kept, which only happens if running
   *     jobs without an end leave too few processors
   */
  public record FeasibleDeadline(int position, long deadlineMillis) {}

  /** Whether the requested deadline can be met. */
  public boolean canMeet(IncomingJob job) {
    int position = schedule.positionOf(job.deadlineMillis());
    return worksAt(new FeasibleDeadline(position, job.deadlineMillis()), job);
  }

  /** Whether a deadline that was found for a smaller job also works for this one. */
  boolean worksAt(FeasibleDeadline feasible, IncomingJob job) {
    if (firstPossible(job) > feasible.position) {
      return false;
    }
    EdfSchedule.Trial trial = tryAt(feasible.position, job);
    return trial.works() && trial.endMillis() <= feasible.deadlineMillis;
  }

  /** The requested deadline if it can be met, else the earliest later one that can. */
  public FeasibleDeadline earliestDeadline(IncomingJob job) {
    return earliestDeadline(job, 0);
  }

  /** The same if it is known that positions before the given one are impossible. */
  FeasibleDeadline earliestDeadline(IncomingJob job, int fromPosition) {
    int requested = schedule.positionOf(job.deadlineMillis());
    int failed = Math.max(Math.max(requested, fromPosition), firstPossible(job)) - 1;
    int position = reachable(failed + 1);
    EdfSchedule.Trial trial = tryAt(position, job);
    while (!trial.works()) {
      if (position == schedule.lastPosition()) {
        return new FeasibleDeadline(position, Time.NEVER);
      }
      // It must be after all jobs whose deadline passes before it ends.
      failed = Math.max(position, schedule.positionOf(trial.endMillis()) - 1);
      position = reachable(Math.max(failed + 1, trial.firstDelayed()));
      trial = tryAt(position, job);
    }
    return bisect(failed, position, trial, job);
  }

  /** Bisects between a position that fails and one that works. */
  private FeasibleDeadline bisect(
      int failed, int works, EdfSchedule.Trial workingTrial, IncomingJob job) {
    int low = failed;
    int high = works;
    FeasibleDeadline best = feasible(works, workingTrial, job);
    while (low + 1 < high) {
      int middle = (low + high) >>> 1;
      int position = reachable(middle);
      if (position >= high) {
        high = middle;
        continue;
      }
      EdfSchedule.Trial trial = tryAt(position, job);
      if (trial.works()) {
        high = position;
        best = feasible(position, trial, job);
      } else {
        low = position;
      }
    }
    return best;
  }

  private EdfSchedule.Trial tryAt(int position, IncomingJob job) {
    long nextMillis =
        position < schedule.lastPosition() ? schedule.deadlineAt(position) : Time.NEVER;
    return schedule.trial(position, job, nextMillis);
  }

  private FeasibleDeadline feasible(int position, EdfSchedule.Trial trial, IncomingJob job) {
    long deadlineMillis = Math.max(trial.endMillis(), job.deadlineMillis());
    if (position > 0) {
      deadlineMillis = Math.max(deadlineMillis, schedule.deadlineAt(position - 1));
    }
    return new FeasibleDeadline(position, deadlineMillis);
  }

  private int firstPossible(IncomingJob job) {
    return workBound.firstPossiblePosition(job.tasks(), job.width(), job.durationMillis());
  }

  /** The first position from here on that a deadline can give: never between equal deadlines. */
  private int reachable(int position) {
    int within = Math.min(position, schedule.lastPosition());
    return within == 0 ? 0 : schedule.positionOf(schedule.deadlineAt(within - 1));
  }
}
