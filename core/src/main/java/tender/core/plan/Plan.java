package tender.core.plan;

import java.util.Arrays;
import java.util.List;
import tender.core.model.Job;
import tender.core.model.Time;
import tender.core.profile.Profile;

/**
 * When each task of some waiting jobs starts. Tasks of one job that start together are one
 * <em>run</em>; a rigid job has one run, a part of a bag may have many.
 *
 * <p>A plan does not contain running jobs, because nothing is to be decided about them, and it may
 * leave tasks out.
 */
public final class Plan {
  private static final Plan EMPTY = new Builder(List.of()).build();

  private final List<Job> jobs;

  /** At {@code j}: where the runs of job {@code j} begin in the two arrays below. */
  private final int[] firstRun;

  private final long[] startMillis;
  private final int[] tasks;

  private Plan(List<Job> jobs, int[] firstRun, long[] startMillis, int[] tasks) {
    this.jobs = jobs;
    this.firstRun = firstRun;
    this.startMillis = startMillis;
    this.tasks = tasks;
  }

  /** The plan of a provider that has not planned yet. */
  public static Plan empty() {
    return EMPTY;
  }

  /** The planned jobs, in the order of the snapshot they were planned from. */
  public List<Job> jobs() {
    return jobs;
  }

  /** How many runs a job has, in the order of their starts. */
  public int runs(int job) {
    return firstRun[job + 1] - firstRun[job];
  }

  public long runStartMillis(int job, int run) {
    return startMillis[firstRun[job] + run];
  }

  public int runTasks(int job, int run) {
    return tasks[firstRun[job] + run];
  }

  /** How many tasks of a job are planned. */
  public int plannedTasks(int job) {
    int planned = 0;
    for (int run = firstRun[job]; run < firstRun[job + 1]; run++) {
      planned += tasks[run];
    }
    return planned;
  }

  /** When the first task of a job starts, {@link Time#NEVER} if none does. */
  public long startMillis(int job) {
    return runs(job) == 0 ? Time.NEVER : runStartMillis(job, 0);
  }

  /** When the last task of a job ends, {@link Time#NEVER} if not all are planned. */
  public long completionMillis(int job) {
    return plannedTasks(job) < jobs.get(job).tasks()
        ? Time.NEVER
        : runStartMillis(job, runs(job) - 1) + jobs.get(job).durationMillis();
  }

  /**
   * Takes the planned processors from a profile.
   *
   * @param firstRuns for each job the first run that has not started
   */
  public void takeFrom(Profile profile, int[] firstRuns) {
    forEachRun(firstRuns, profile::take);
  }

  /**
   * The same, but takes only what is free: a plan on nodes follows what was observed on them, which
   * may differ for a moment from the jobs that are known to run.
   */
  public void takeAvailableFrom(Profile profile, int[] firstRuns) {
    forEachRun(
        firstRuns,
        (fromMillis, untilMillis, processors) -> {
          int available = Math.min(processors, profile.minFree(fromMillis, untilMillis));
          if (available > 0) {
            profile.take(fromMillis, untilMillis, available);
          }
        });
  }

  private interface ProcessorsConsumer {
    void accept(long fromMillis, long untilMillis, int processors);
  }

  private void forEachRun(int[] firstRuns, ProcessorsConsumer consumer) {
    for (int job = 0; job < jobs.size(); job++) {
      long durationMillis = jobs.get(job).durationMillis();
      for (int run = firstRuns[job]; run < runs(job); run++) {
        long startMillis = runStartMillis(job, run);
        int processors = runTasks(job, run) * jobs.get(job).width();
        consumer.accept(startMillis, startMillis + durationMillis, processors);
      }
    }
  }

  /** Collects runs in any order. */
  public static final class Builder {
    private final List<Job> jobs;
    private int[] jobOfRun;
    private long[] startMillis;
    private int[] tasks;
    private int runs;

    public Builder(List<Job> jobs) {
      this.jobs = jobs;
      jobOfRun = new int[jobs.size()];
      startMillis = new long[jobs.size()];
      tasks = new int[jobs.size()];
    }

    public void add(int job, long startMillis, int tasks) {
      if (runs == jobOfRun.length) {
        int capacity = runs + (runs >> 1) + 8;
        jobOfRun = Arrays.copyOf(jobOfRun, capacity);
        this.startMillis = Arrays.copyOf(this.startMillis, capacity);
        this.tasks = Arrays.copyOf(this.tasks, capacity);
      }
      jobOfRun[runs] = job;
      this.startMillis[runs] = startMillis;
      this.tasks[runs] = tasks;
      runs++;
    }

    /** Groups the runs by job, those of a job in the order of their starts. */
    public Plan build() {
      int[] firstRun = new int[jobs.size() + 1];
      for (int run = 0; run < runs; run++) {
        firstRun[jobOfRun[run] + 1]++;
      }
      for (int job = 0; job < jobs.size(); job++) {
        firstRun[job + 1] += firstRun[job];
      }
      int[] next = firstRun.clone();
      long[] groupedStart = new long[runs];
      int[] groupedTasks = new int[runs];
      for (int run = 0; run < runs; run++) {
        int job = jobOfRun[run];
        int index = next[job]++;
        // Planners mostly add a job's runs in order, so this loop rarely runs.
        while (index > firstRun[job] && groupedStart[index - 1] > startMillis[run]) {
          groupedStart[index] = groupedStart[index - 1];
          groupedTasks[index] = groupedTasks[index - 1];
          index--;
        }
        groupedStart[index] = startMillis[run];
        groupedTasks[index] = tasks[run];
      }
      return new Plan(jobs, firstRun, groupedStart, groupedTasks);
    }
  }
}
