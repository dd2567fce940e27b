package tender.core.plan;

import java.util.Arrays;
import tender.core.profile.ArrayProfile;
import tender.core.profile.Profile;
import tender.core.profile.ProfileBuilder;

/**
 * What each position of the queue takes from the machine in the plan, laid out so that the profile
 * left by the first positions is built in one pass without a search: the instants at which anything
 * changes are sorted when they are first needed, and every run then knows the indexes of its two
 * instants among them.
 */
final class PlannedUsage {
  private final Profile freeBesideRunning;
  private final int[] firstRun;
  private int positions;
  private int runs;
  private long[] startMillis;
  private long[] endMillis;
  private int[] processors;

  private long[] instantMillis = {};
  private int[] freeAtInstant = {};
  private int[] startIndex = {};
  private int[] endIndex = {};

  PlannedUsage(Profile freeBesideRunning, int positions) {
    this.freeBesideRunning = freeBesideRunning;
    firstRun = new int[positions + 1];
    startMillis = new long[positions];
    endMillis = new long[positions];
    processors = new int[positions];
  }

  /** Adds a run of the current position. */
  void add(long startMillis, long endMillis, int processors) {
    if (runs == this.processors.length) {
      int capacity = runs + (runs >> 1) + 8;
      this.startMillis = Arrays.copyOf(this.startMillis, capacity);
      this.endMillis = Arrays.copyOf(this.endMillis, capacity);
      this.processors = Arrays.copyOf(this.processors, capacity);
    }
    this.startMillis[runs] = startMillis;
    this.endMillis[runs] = endMillis;
    this.processors[runs] = processors;
    runs++;
  }

  void endOfPosition() {
    firstRun[++positions] = runs;
  }

  private void sort() {
    int steps = freeBesideRunning.steps();
    long[] all = new long[steps + 2 * runs];
    for (int step = 0; step < steps; step++) {
      all[step] = freeBesideRunning.stepFromMillis(step);
    }
    System.arraycopy(startMillis, 0, all, steps, runs);
    System.arraycopy(endMillis, 0, all, steps + runs, runs);
    Arrays.sort(all);
    int distinct = 0;
    for (int i = 0; i < all.length; i++) {
      if (i == 0 || all[i] != all[i - 1]) {
        all[distinct++] = all[i];
      }
    }
    instantMillis = Arrays.copyOf(all, distinct);
    freeAtInstant = new int[distinct];
    int step = 0;
    for (int place = 0; place < distinct; place++) {
      while (freeBesideRunning.stepUntilMillis(step) <= instantMillis[place]) {
        step++;
      }
      freeAtInstant[place] = freeBesideRunning.stepFree(step);
    }
    startIndex = indexes(startMillis);
    endIndex = indexes(endMillis);
  }

  /** What the running jobs and the positions before the given one leave free. */
  ArrayProfile freeBehind(int position) {
    if (instantMillis.length == 0) {
      sort();
    }
    int[] change = new int[instantMillis.length];
    for (int run = 0; run < firstRun[position]; run++) {
      change[startIndex[run]] -= processors[run];
      change[endIndex[run]] += processors[run];
    }
    ProfileBuilder profile = new ProfileBuilder(instantMillis.length);
    int changed = 0;
    for (int place = 0; place < change.length; place++) {
      changed += change[place];
      profile.step(instantMillis[place], freeAtInstant[place] + changed);
    }
    return profile.build();
  }

  private int[] indexes(long[] instants) {
    int[] indexes = new int[runs];
    for (int run = 0; run < runs; run++) {
      indexes[run] = Arrays.binarySearch(instantMillis, instants[run]);
    }
    return indexes;
  }
}
