package tender.core.profile;

import java.util.Arrays;
import tender.core.model.Time;

/**
 * The starts of equal tasks in order of time; tasks that start together are one run. All runs are
 * taken from a profile or released together, because each single change would move the rest of the
 * profile's arrays.
 */
public final class TaskRuns implements Profile.RunConsumer {
  private long[] startMillis = new long[4];
  private int[] tasks = new int[4];

  /** Index of the first run; the runs before it have been removed. */
  private int first;

  private int afterLast;

  /** Runs are added in order of their starts; runs with the same start become one. */
  @Override
  public void add(long startMillis, int tasks) {
    if (afterLast > first && this.startMillis[afterLast - 1] == startMillis) {
      this.tasks[afterLast - 1] += tasks;
      return;
    }
    if (afterLast == this.tasks.length) {
      makeRoom();
    }
    this.startMillis[afterLast] = startMillis;
    this.tasks[afterLast] = tasks;
    afterLast++;
  }

  private void makeRoom() {
    int size = size();
    int capacity = Math.max(4, 2 * size);
    startMillis = Arrays.copyOf(Arrays.copyOfRange(startMillis, first, afterLast), capacity);
    tasks = Arrays.copyOf(Arrays.copyOfRange(tasks, first, afterLast), capacity);
    first = 0;
    afterLast = size;
  }

  public boolean isEmpty() {
    return first == afterLast;
  }

  /** How many runs there are. */
  public int size() {
    return afterLast - first;
  }

  public long startMillis(int run) {
    return startMillis[first + run];
  }

  /** How many tasks start together. */
  public int tasks(int run) {
    return tasks[first + run];
  }

  /** When the first task starts, {@link Time#NEVER} if there is none. */
  public long firstStartMillis() {
    return isEmpty() ? Time.NEVER : startMillis[first];
  }

  /** When the last task starts, {@link Time#NEVER} if there is none. */
  public long lastStartMillis() {
    return isEmpty() ? Time.NEVER : startMillis[afterLast - 1];
  }

  /** The number of tasks of all runs. */
  public int allTasks() {
    int all = 0;
    for (int run = first; run < afterLast; run++) {
      all += tasks[run];
    }
    return all;
  }

  /** Removes this number of the tasks that start first, or all if there are fewer. */
  public void removeFirst(int count) {
    int left = count;
    while (left > 0 && !isEmpty()) {
      int removed = Math.min(left, tasks[first]);
      tasks[first] -= removed;
      left -= removed;
      first += tasks[first] == 0 ? 1 : 0;
    }
  }

  /** The first run that starts after an instant, or the number of runs if none does. */
  public int firstAfter(long instantMillis) {
    int low = first;
    int high = afterLast;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (startMillis[middle] <= instantMillis) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - first;
  }

  /** Moves some tasks of a run to an earlier start. */
  public void move(int run, int count, long earlierMillis) {
    int place = first + firstAfter(earlierMillis);
    int from = first + run;
    tasks[from] -= count;
    if (place > first && startMillis[place - 1] == earlierMillis) {
      tasks[place - 1] += count;
      if (tasks[from] == 0) {
        shift(from + 1, afterLast, -1);
        afterLast--;
      }
      return;
    }
    if (tasks[from] == 0) {
      shift(place, from, 1);
    } else {
      add(Time.NEVER, 0);
      place = first + firstAfter(earlierMillis);
      shift(place, afterLast - 1, 1);
    }
    startMillis[place] = earlierMillis;
    tasks[place] = count;
  }

  private void shift(int from, int until, int by) {
    System.arraycopy(startMillis, from, startMillis, from + by, until - from);
    System.arraycopy(tasks, from, tasks, from + by, until - from);
  }

  public void clear() {
    first = 0;
    afterLast = 0;
  }

  /** Passes all runs to a consumer. */
  void forEach(Profile.RunConsumer runs) {
    for (int run = first; run < afterLast; run++) {
      runs.add(startMillis[run], tasks[run]);
    }
  }

  /** Takes the processors of all runs from a profile. */
  void takeFrom(ArrayProfile profile, int width, long durationMillis) {
    if (areFewFor(profile)) {
      for (int run = first; run < afterLast; run++) {
        profile.take(startMillis[run], startMillis[run] + durationMillis, tasks[run] * width);
      }
    } else {
      addedTo(profile, -width, durationMillis).buildInto(profile);
    }
  }

  /** Releases the processors of all runs; none starts before the profile's origin. */
  public void releaseTo(ArrayProfile profile, int width, long durationMillis) {
    if (areFewFor(profile)) {
      for (int run = first; run < afterLast; run++) {
        profile.release(startMillis[run], startMillis[run] + durationMillis, tasks[run] * width);
      }
    } else {
      addedTo(profile, width, durationMillis).buildInto(profile);
      profile.releasedFrom(firstStartMillis());
    }
  }

  /**
   * Moves the tasks to the earliest possible starts in a profile, none before an instant unless it
   * is there already.
   */
  public void moveEarlier(
      ArrayProfile profile, int width, long durationMillis, long notBeforeMillis) {
    new TaskCompactor(profile, this, width, durationMillis).move(notBeforeMillis);
  }

  /** A few short moves cost less than rewriting the whole profile. */
  private boolean areFewFor(ArrayProfile profile) {
    return size() < 4 || size() < profile.steps() / 16;
  }

  /**
   * A profile with this many more processors free, or fewer, for each task while it runs. It merges
   * the steps, the starts and the ends, each of which is in order of time.
   */
  private ProfileBuilder addedTo(ArrayProfile profile, int width, long durationMillis) {
    ProfileBuilder sum = new ProfileBuilder(profile.steps() + 2 * size());
    int step = 0;
    int started = first;
    int ended = first;
    int running = 0;
    long instantMillis = profile.originMillis();
    while (instantMillis != Time.NEVER) {
      while (profile.stepUntilMillis(step) <= instantMillis) {
        step++;
      }
      while (started < afterLast && startMillis[started] <= instantMillis) {
        running += tasks[started++];
      }
      while (ended < afterLast && startMillis[ended] + durationMillis <= instantMillis) {
        running -= tasks[ended++];
      }
      sum.step(instantMillis, profile.stepFree(step) + running * width);
      long nextStartMillis = started < afterLast ? startMillis[started] : Time.NEVER;
      long nextEndMillis = ended < afterLast ? startMillis[ended] + durationMillis : Time.NEVER;
      instantMillis =
          Math.min(profile.stepUntilMillis(step), Math.min(nextStartMillis, nextEndMillis));
    }
    return sum;
  }
}
