package tender.core.profile;

/**
 * Moves equal tasks of a profile to the earliest starts, as if all were released and placed again
 * one by one, without touching tasks that stay where they are.
 *
 * <p>It makes one pass from the earliest instant on. Wherever one more task could start, one is
 * moved there. If the task would not fit for its whole duration, the processors in its way must be
 * its own current place. Of all tasks for which this is true the last one is moved: the tasks are
 * equal, so those in between need not move.
 */
record TaskCompactor(ArrayProfile profile, TaskRuns runs, int width, long durationMillis) {
  void move(long notBeforeMillis) {
    long fromMillis = notBeforeMillis;
    int next = 0;
    int step = profile.stepAt(fromMillis);
    while (step < profile.steps()) {
      if (profile.stepFree(step) < width) {
        step++;
        continue;
      }
      fromMillis = Math.max(fromMillis, profile.stepFromMillis(step));
      while (next < runs.size() && runs.startMillis(next) <= fromMillis) {
        next++;
      }
      if (next == runs.size()) {
        return;
      }
      int blocked = firstBlocked(step, fromMillis + durationMillis);
      int run = lastThatFits(blocked, fromMillis);
      if (run < next) {
        step = blocked;
      } else {
        move(run, step, fromMillis);
        step = stepAgain(step, fromMillis);
      }
    }
  }

  /** The first later step with too few free processors, or that begins when the task would end. */
  private int firstBlocked(int step, long endMillis) {
    int blocked = step + 1;
    while (blocked < profile.steps()
        && profile.stepFree(blocked) >= width
        && profile.stepFromMillis(blocked) < endMillis) {
      blocked++;
    }
    return blocked;
  }

  /** Its own place must begin where the free time ends, unless the free time suffices. */
  private int lastThatFits(int blocked, long startMillis) {
    return blocked == profile.steps()
            || profile.stepFromMillis(blocked) >= startMillis + durationMillis
        ? runs.size() - 1
        : runs.firstAfter(profile.stepFromMillis(blocked)) - 1;
  }

  private void move(int run, int step, long startMillis) {
    long presentMillis = runs.startMillis(run);
    long endMillis = startMillis + durationMillis;
    long takenUntilMillis = Math.min(presentMillis, endMillis);
    int room = profile.stepFree(step);
    for (int i = step + 1;
        i < profile.steps() && profile.stepFromMillis(i) < takenUntilMillis;
        i++) {
      room = Math.min(room, profile.stepFree(i));
    }
    int tasks = Math.min(runs.tasks(run), room / width);
    profile.release(
        Math.max(presentMillis, endMillis), presentMillis + durationMillis, tasks * width);
    profile.add(step, startMillis, takenUntilMillis, -tasks * width);
    runs.move(run, tasks, startMillis);
  }

  /** Taking processors may have split the step, or merged it with the one before. */
  private int stepAgain(int step, long instantMillis) {
    int again = Math.max(0, step - 1);
    while (profile.stepUntilMillis(again) <= instantMillis) {
      again++;
    }
    return again;
  }
}
