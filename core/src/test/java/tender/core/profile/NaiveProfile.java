package tender.core.profile;

import java.util.Arrays;
import tender.core.model.Time;

/**
 * Free processors in an array with a cell for each millisecond: obviously correct. The last cell
 * represents all later time. The reference for {@link ArrayProfile}.
 */
final class NaiveProfile {
  private final int[] free;
  private int originMillis;

  NaiveProfile(int processors, int horizonMillis) {
    free = new int[horizonMillis + 1];
    Arrays.fill(free, processors);
  }

  private NaiveProfile(NaiveProfile other) {
    free = other.free.clone();
    originMillis = other.originMillis;
  }

  int horizonMillis() {
    return free.length - 1;
  }

  int freeAt(long instantMillis) {
    return free[(int) Math.min(instantMillis, horizonMillis())];
  }

  int leastFree(long fromMillis, long untilMillis) {
    int least = freeAt(fromMillis);
    for (long instant = fromMillis; instant < Math.min(untilMillis, free.length); instant++) {
      least = Math.min(least, freeAt(instant));
    }
    return least;
  }

  long earliestStart(int width, long durationMillis, long notBeforeMillis) {
    for (long start = notBeforeMillis; start < notBeforeMillis + free.length; start++) {
      if (leastFree(start, start + durationMillis) >= width) {
        return start;
      }
    }
    return Time.NEVER;
  }

  void add(long fromMillis, long untilMillis, int change) {
    for (long instant = fromMillis; instant < Math.min(untilMillis, free.length); instant++) {
      free[(int) instant] += change;
    }
  }

  void forgetBefore(int instantMillis) {
    originMillis = instantMillis;
  }

  int originMillis() {
    return originMillis;
  }

  NaiveProfile branch() {
    return new NaiveProfile(this);
  }

  /** How many steps a profile without equal neighbours has. */
  int steps() {
    int steps = 1;
    for (int instant = originMillis + 1; instant < free.length; instant++) {
      steps += free[instant] != free[instant - 1] ? 1 : 0;
    }
    return steps;
  }
}
