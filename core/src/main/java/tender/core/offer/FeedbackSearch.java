package tender.core.offer;

import tender.core.model.Time;
import tender.core.plan.EdfSchedule;
import tender.core.plan.WorkBound;

/**
 * Finds the earliest deadline by which a newcomer can be done without hurting anybody who was
 * accepted before: the answer to give when the deadline that was asked for cannot be met (Islam,
 * Balaji, Sadayappan and Panda, "Towards provision of quality of service guarantees in job
 * scheduling", CLUSTER 2004).
 *
 * <p>The papers search by halving the time between the deadline asked for and the one the newcomer
 * gets as the last in the queue. But an EDF plan depends on a deadline only through the position
 * that it gives in the queue, so this searches positions: fewer trials, and an exact instant at the
 * end. At a position the newcomer would end at some instant; it needs a deadline that is not before
 * that end, nor before the deadline of whoever stands in front, nor before the one asked for; and
 * that must still be before the deadline of whoever comes next. The last position always works.
 *
 * <p>A trial that works costs the placing of everybody behind, one that fails only of those up to
 * the first who is hurt. So the search climbs from below: where a trial fails, it goes on right in
 * front of whoever was hurt. What the last jump passed over is then halved.
 *
 * <p>This supposes, as the papers do, that what works at one position works at all later ones. List
 * scheduling has rare exceptions: an earlier deadline may then exist than the one found, but the
 * one found is always good.
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
   * @param deadlineMillis {@link Time#NEVER} if none can be kept, which only happens where running
   *     jobs without an end leave too few processors for ever
   */
  public record FeasibleDeadline(int position, long deadlineMillis) {}

  /** Whether the deadline asked for can be met. */
  public boolean canMeet(IncomingJob newcomer) {
    int position = schedule.positionOf(newcomer.deadlineMillis());
    return worksAt(new FeasibleDeadline(position, newcomer.deadlineMillis()), newcomer);
  }

  /** Whether what was found for somebody smaller would do for this one as well. */
  boolean worksAt(FeasibleDeadline found, IncomingJob newcomer) {
    if (firstPossible(newcomer) > found.position) {
      return false;
    }
    EdfSchedule.Trial trial = tryAt(found.position, newcomer);
    return trial.works() && trial.endMillis() <= found.deadlineMillis;
  }

  /** The deadline asked for if it can be met, else the earliest later one that can. */
  public FeasibleDeadline earliestDeadline(IncomingJob newcomer) {
    return earliestDeadline(newcomer, 0);
  }

  /** The same, for one who knows that positions before the given one are out of the question. */
  FeasibleDeadline earliestDeadline(IncomingJob newcomer, int fromPosition) {
    int asked = schedule.positionOf(newcomer.deadlineMillis());
    int failed = Math.max(Math.max(asked, fromPosition), firstPossible(newcomer)) - 1;
    int position = reachable(failed + 1);
    EdfSchedule.Trial trial = tryAt(position, newcomer);
    while (!trial.works()) {
      if (position == schedule.lastPosition()) {
        return new FeasibleDeadline(position, Time.NEVER);
      }
      // It must stand behind all whose deadline passes before it ends.
      failed = Math.max(position, schedule.positionOf(trial.endMillis()) - 1);
      position = reachable(Math.max(failed + 1, trial.firstDelayed()));
      trial = tryAt(position, newcomer);
    }
    return halve(failed, position, trial, newcomer);
  }

  /** Something works at one position and nothing at another before it: the first in between. */
  private FeasibleDeadline halve(int failed, int works, EdfSchedule.Trial trialThatWorks, IncomingJob newcomer) {
    int low = failed;
    int high = works;
    FeasibleDeadline best = found(works, trialThatWorks, newcomer);
    while (low + 1 < high) {
      int middle = (low + high) >>> 1;
      int position = reachable(middle);
      if (position >= high) {
        high = middle;
        continue;
      }
      EdfSchedule.Trial trial = tryAt(position, newcomer);
      if (trial.works()) {
        high = position;
        best = found(position, trial, newcomer);
      } else {
        low = position;
      }
    }
    return best;
  }

  private EdfSchedule.Trial tryAt(int position, IncomingJob newcomer) {
    long nextMillis =
        position < schedule.lastPosition() ? schedule.deadlineAt(position) : Time.NEVER;
    return schedule.trial(
        position,
        newcomer.tasks(),
        newcomer.width(),
        newcomer.durationMillis(),
        newcomer.notBeforeMillis(),
        nextMillis);
  }

  private FeasibleDeadline found(int position, EdfSchedule.Trial trial, IncomingJob newcomer) {
    long deadlineMillis = Math.max(trial.endMillis(), newcomer.deadlineMillis());
    if (position > 0) {
      deadlineMillis = Math.max(deadlineMillis, schedule.deadlineAt(position - 1));
    }
    return new FeasibleDeadline(position, deadlineMillis);
  }

  private int firstPossible(IncomingJob newcomer) {
    return workBound.firstPossiblePosition(
        newcomer.tasks(), newcomer.width(), newcomer.durationMillis());
  }

  /** A deadline gives no position between two equal ones: the first from here on that it can. */
  private int reachable(int position) {
    int within = Math.min(position, schedule.lastPosition());
    return within == 0 ? 0 : schedule.positionOf(schedule.deadlineAt(within - 1));
  }
}
