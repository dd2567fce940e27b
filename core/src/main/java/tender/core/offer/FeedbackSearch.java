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
 * that it gives in the queue, so this halves positions instead: fewer steps, and an exact instant
 * at the end. At position {@code p} the newcomer would end at some instant and needs a deadline
 * that is not before that end, nor before the deadline of whoever stands in front, nor before the
 * one asked for; the position is consistent if that is still before the deadline of whoever comes
 * next. The last position always is, and hurts nobody.
 *
 * <p>Halving supposes that what works at one position works at all later ones. List scheduling has
 * rare exceptions, as it has in the papers: an earlier deadline may then exist than the one found,
 * but the one found is always good.
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
  public record Found(int position, long deadlineMillis) {}

  /** Whether the deadline asked for can be met. */
  public boolean canMeet(int tasks, int width, long durationMillis, long askedMillis) {
    int position = schedule.positionOf(askedMillis);
    return workBound.firstPossiblePosition(tasks, width, durationMillis) <= position
        && tryAt(position, tasks, width, durationMillis, askedMillis).deadlineMillis == askedMillis;
  }

  /** The deadline asked for if it can be met, else the earliest later one that can. */
  public Found earliestDeadline(int tasks, int width, long durationMillis, long askedMillis) {
    return earliestDeadline(
        tasks, width, durationMillis, askedMillis, schedule.positionOf(askedMillis));
  }

  /** The same, for one who knows that positions before the given one are out of the question. */
  Found earliestDeadline(
      int tasks, int width, long durationMillis, long askedMillis, int fromPosition) {
    int possible = workBound.firstPossiblePosition(tasks, width, durationMillis);
    int low = behindEquals(Math.min(Math.max(fromPosition, possible), schedule.lastPosition()));
    Found best = tryAt(low, tasks, width, durationMillis, askedMillis);
    int high = schedule.lastPosition();
    if (best.deadlineMillis != Time.NEVER || low == high) {
      return best;
    }
    best = tryAt(high, tasks, width, durationMillis, askedMillis);
    // Nothing works at low, and best is at high or there is no position between it and high.
    while (low + 1 < high) {
      int middle = (low + high) >>> 1;
      int position = behindEquals(middle);
      if (position >= high) {
        high = middle;
        continue;
      }
      Found found = tryAt(position, tasks, width, durationMillis, askedMillis);
      if (found.deadlineMillis == Time.NEVER) {
        low = position;
      } else {
        high = position;
        best = found;
      }
    }
    return best;
  }

  /** The deadline a newcomer would need at a position, {@link Time#NEVER} if it cannot be there. */
  private Found tryAt(int position, int tasks, int width, long durationMillis, long askedMillis) {
    long nextMillis =
        position < schedule.lastPosition() ? schedule.deadlineAt(position) : Time.NEVER;
    long endMillis = schedule.endIfPlaced(position, tasks, width, durationMillis, nextMillis);
    if (position > 0) {
      endMillis = Math.max(endMillis, schedule.deadlineAt(position - 1));
    }
    return new Found(position, Math.max(endMillis, askedMillis));
  }

  /** No deadline puts anybody between two equal ones: the position behind the last of them. */
  private int behindEquals(int position) {
    return position == 0 ? 0 : schedule.positionOf(schedule.deadlineAt(position - 1));
  }
}
