package tender.core.plan;

import tender.core.model.Job;
import tender.core.model.Time;
import tender.core.profile.Profile;

/**
 * A bound that needs no plan: what must be done by an instant cannot exceed the work that the
 * processors can do until then. An incoming job must end before the deadlines of the jobs after it,
 * so from its position on its work adds to what must be done by each deadline. This excludes most
 * positions immediately, and never one that is possible.
 */
public final class WorkBound {
  /** At {@code p}: the least unused capacity, in processor-milliseconds, from position p on. */
  private final long[] minSpareFrom;

  private WorkBound(long[] minSpareFrom) {
    this.minSpareFrom = minSpareFrom;
  }

  static WorkBound of(Profile freeBesideRunning, Job[] queue, long[] latestEndMillis) {
    long[] spare = new long[queue.length + 1];
    long mustBeDone = 0;
    long untilMillis = freeBesideRunning.originMillis();
    long capacity = 0;
    int step = 0;
    for (int position = 0; position < queue.length; position++) {
      Job job = queue[position];
      mustBeDone = plus(mustBeDone, times((long) job.tasks() * job.width(), job.durationMillis()));
      // All jobs up to here must have ended by the latest of their ends, not by this job's end.
      while (latestEndMillis[position] > untilMillis && capacity < Long.MAX_VALUE) {
        long stepEndMillis =
            Math.min(freeBesideRunning.stepUntilMillis(step), latestEndMillis[position]);
        capacity =
            stepEndMillis == Time.NEVER
                ? Long.MAX_VALUE
                : plus(
                    capacity, times(freeBesideRunning.stepFree(step), stepEndMillis - untilMillis));
        untilMillis = stepEndMillis;
        step += untilMillis == freeBesideRunning.stepUntilMillis(step) ? 1 : 0;
      }
      spare[position] = capacity == Long.MAX_VALUE ? Long.MAX_VALUE : capacity - mustBeDone;
    }
    spare[queue.length] = Long.MAX_VALUE;
    for (int position = queue.length - 1; position >= 0; position--) {
      spare[position] = Math.min(spare[position], spare[position + 1]);
    }
    return new WorkBound(spare);
  }

  /** The first position that is not excluded for this much more work. */
  public int firstPossiblePosition(int tasks, int width, long durationMillis) {
    long work = times((long) tasks * width, durationMillis);
    int low = 0;
    int high = minSpareFrom.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (minSpareFrom[middle] < work) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static long plus(long left, long right) {
    long sum = left + right;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  private static long times(long left, long right) {
    return Math.multiplyHigh(left, right) != 0 || left * right < 0 ? Long.MAX_VALUE : left * right;
  }
}
