package tender.core.profile;

import java.util.Arrays;
import tender.core.model.Time;

/**
 * What many equal tasks take from a profile, gathered to be taken at once: one by one, each would
 * move the rest of the profile's arrays.
 */
final class Usage {
  private final int width;
  private final long durationMillis;
  private long[] startMillis = new long[16];
  private int[] processors = new int[16];
  private int runs;

  Usage(int width, long durationMillis) {
    this.width = width;
    this.durationMillis = durationMillis;
  }

  /** Runs come in order of their starts. */
  void add(long startMillis, int tasks) {
    if (runs == processors.length) {
      this.startMillis = Arrays.copyOf(this.startMillis, 2 * runs);
      processors = Arrays.copyOf(processors, 2 * runs);
    }
    this.startMillis[runs] = startMillis;
    processors[runs] = tasks * width;
    runs++;
  }

  void takeFrom(ArrayProfile profile) {
    // A few short moves cost less than writing the whole profile anew.
    if (runs < 4 || runs < profile.steps() / 16) {
      for (int run = 0; run < runs; run++) {
        profile.take(startMillis[run], startMillis[run] + durationMillis, processors[run]);
      }
    } else {
      merged(profile).buildInto(profile);
    }
  }

  /** Goes through the steps, the starts and the ends, each of which are in order of time. */
  private ProfileBuilder merged(ArrayProfile profile) {
    ProfileBuilder merged = new ProfileBuilder(profile.steps() + 2 * runs);
    int step = 0;
    int started = 0;
    int ended = 0;
    int inUse = 0;
    long instantMillis = profile.originMillis();
    while (instantMillis != Time.NEVER) {
      while (profile.stepUntilMillis(step) <= instantMillis) {
        step++;
      }
      while (started < runs && startMillis[started] <= instantMillis) {
        inUse += processors[started++];
      }
      while (ended < runs && startMillis[ended] + durationMillis <= instantMillis) {
        inUse -= processors[ended++];
      }
      merged.step(instantMillis, profile.stepFree(step) - inUse);
      long nextStartMillis = started < runs ? startMillis[started] : Time.NEVER;
      long nextEndMillis = ended < runs ? startMillis[ended] + durationMillis : Time.NEVER;
      instantMillis =
          Math.min(profile.stepUntilMillis(step), Math.min(nextStartMillis, nextEndMillis));
    }
    return merged;
  }
}
