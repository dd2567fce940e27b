package tender.core.queue;

import java.util.Arrays;
import tender.core.model.Job;

/** A waiting job with the starts that its tasks have in the plan, earliest first. */
final class PlannedJob {
  static final int NOT_IN_HEAP = -1;

  final Job job;

  /** Copies of the job's values, because compression reads them for every waiting job. */
  final int width;

  final long durationMillis;
  final long submittedMillis;

  /** Its position in the order of arrival. */
  final int arrival;

  /** Its index in the {@link PlannedStartHeap}. */
  int heapIndex = NOT_IN_HEAP;

  /** Whether its last task has started. */
  boolean started;

  /** The first of its starts, if it has any; a copy for the same reason. */
  private long firstMillis;

  private long[] startMillis = new long[1];
  private int[] tasks = new int[1];
  private int runs;

  PlannedJob(Job job, int arrival) {
    this.job = job;
    this.arrival = arrival;
    width = job.width();
    durationMillis = job.durationMillis();
    submittedMillis = job.submittedMillis();
  }

  int runs() {
    return runs;
  }

  /** Whether exactly one task is waiting. */
  boolean isOneTask() {
    return runs == 1 && tasks[0] == 1;
  }

  long firstMillis() {
    return firstMillis;
  }

  long startMillis(int run) {
    return startMillis[run];
  }

  int tasks(int run) {
    return tasks[run];
  }

  int plannedTasks() {
    int planned = 0;
    for (int run = 0; run < runs; run++) {
      planned += tasks[run];
    }
    return planned;
  }

  /** Inserts a run in order of time. */
  void add(long startMillis, int tasks) {
    if (runs == this.tasks.length) {
      this.startMillis = Arrays.copyOf(this.startMillis, 2 * runs + 2);
      this.tasks = Arrays.copyOf(this.tasks, 2 * runs + 2);
    }
    int place = runs++;
    while (place > 0 && this.startMillis[place - 1] > startMillis) {
      this.startMillis[place] = this.startMillis[place - 1];
      this.tasks[place] = this.tasks[place - 1];
      place--;
    }
    this.startMillis[place] = startMillis;
    this.tasks[place] = tasks;
    firstMillis = this.startMillis[0];
  }

  /** Moves its only task. */
  void move(long startMillis) {
    this.startMillis[0] = startMillis;
    firstMillis = startMillis;
  }

  void removeFirst() {
    runs--;
    System.arraycopy(startMillis, 1, startMillis, 0, runs);
    System.arraycopy(tasks, 1, tasks, 0, runs);
    firstMillis = startMillis[0];
  }

  void clear() {
    runs = 0;
  }
}
