package tender.agent.usage;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import tender.agent.batch.MeasuredRun;
import tender.agent.batch.OwnTask;
import tender.agent.batch.QueueSnapshot;

/**
 * Measures how long the jobs of one part have run. A job's time is
 *
 * <ol>
 *   <li>from its start to its end by the batch system's records, if it remembers ended jobs;
 *   <li>else from its start by the batch system to the last read of the queue that showed it;
 *   <li>else, if the job began and ended between two reads, what the times of its files say, up to
 *       the time between these reads.
 * </ol>
 *
 * <p>A task can change only the third, and by no more than the interval of the reads. A pilot
 * counts with its whole time, whatever its tasks say about themselves. A run that the agent stopped
 * for local users, or that the cluster ended, counts only up to the beginning of the interrupted
 * task.
 */
public final class UsageMeter {
  private final UsageLog log;
  private final Map<JobKey, OpenRun> open =
      new TreeMap<>(Comparator.comparing(JobKey::jobName).thenComparingInt(JobKey::arrayIndex));
  private final Map<JobKey, Long> lastStartMillis;
  private final Set<JobKey> waived = new HashSet<>();
  private long endedMillis;
  private long readMillis;
  private long previousReadMillis;

  /** A job that was running at the last read. */
  private static final class OpenRun {
    final long startedMillis;
    long seenMillis;

    /** The task that a pilot runs, as far as observed; the job's own task has the number -1. */
    int task = -1;

    long taskSinceMillis;

    OpenRun(long startedMillis) {
      this.startedMillis = startedMillis;
      taskSinceMillis = startedMillis;
    }

    long ranMillis() {
      return Math.max(0, seenMillis - startedMillis);
    }
  }

  /** Continues with what an earlier run of the agent has recorded. */
  public UsageMeter(UsageLog log) {
    this.log = log;
    UsageLog.Content recorded = log.read();
    endedMillis = recorded.totalMillis();
    lastStartMillis = recorded.lastStartMillis();
  }

  /**
   * Takes over a read of the queue. Reads must be in order.
   *
   * @param isOwn whether an array of this name belongs to the part
   */
  public void observe(QueueSnapshot queue, Predicate<String> isOwn, long readMillis) {
    previousReadMillis = this.readMillis;
    this.readMillis = readMillis;
    for (MeasuredRun run : queue.measuredRuns()) {
      if (isOwn.test(run.jobName())) {
        ended(run);
      }
    }
    Set<JobKey> running = new HashSet<>();
    for (OwnTask task : queue.ownTasks()) {
      if (task.running() && isOwn.test(task.jobName())) {
        JobKey key = new JobKey(task.jobName(), task.arrayIndex());
        running.add(key);
        seen(key, task.startedMillis());
      }
    }
    for (JobKey key : List.copyOf(open.keySet())) {
      if (!running.contains(key)) {
        close(key);
      }
    }
  }

  private void seen(JobKey key, long startedMillis) {
    OpenRun run = open.get(key);
    if (run != null && startedMillis > run.seenMillis && startedMillis <= readMillis) {
      // The batch system has started the job again.
      close(key);
      run = null;
    }
    if (run == null) {
      // The start may be unknown, or by a clock that is ahead.
      run = new OpenRun(Math.min(startedMillis, readMillis));
      open.put(key, run);
    }
    run.seenMillis = readMillis;
  }

  private void ended(MeasuredRun run) {
    JobKey key = new JobKey(run.jobName(), run.arrayIndex());
    Long recorded = lastStartMillis.get(key);
    if (recorded != null && run.startedMillis() <= recorded) {
      return;
    }
    OpenRun known = open.remove(key);
    if (run.clusterFault() || waived.contains(key)) {
      long until = known == null ? run.startedMillis() : known.taskSinceMillis;
      record(key, run.startedMillis(), Math.min(run.ranMillis(), until - run.startedMillis()));
    } else {
      record(key, run.startedMillis(), run.ranMillis());
    }
  }

  /** The job has left the queue, and the batch system does not say when it ended. */
  private void close(JobKey key) {
    OpenRun run = open.remove(key);
    if (run != null) {
      boolean isWaived = waived.contains(key);
      long ranMillis = isWaived ? run.taskSinceMillis - run.startedMillis : run.ranMillis();
      record(key, run.startedMillis, ranMillis);
    }
  }

  private void record(JobKey key, long startedMillis, long ranMillis) {
    long countedMillis = Math.max(0, ranMillis);
    endedMillis += countedMillis;
    lastStartMillis.put(key, startedMillis);
    log.append(key, startedMillis, countedMillis);
  }

  /** A pilot was observed to run this task. */
  public void runsTask(JobKey pilot, int task) {
    OpenRun run = open.get(pilot);
    if (run != null && run.task != task) {
      // It cannot have begun before the read that did not show it yet.
      run.taskSinceMillis = run.task < 0 ? run.startedMillis : readMillis;
      run.task = task;
    }
  }

  /** The agent stops the job for local users: its current task is not charged. */
  public void waive(JobKey key) {
    waived.add(key);
  }

  /**
   * A task has ended. If its job was never seen, the times of the task's files count, up to the
   * time between the last two reads, or up to its time limit if it ran while the agent did not.
   *
   * @param job the task's own job, or the pilot that ran it
   * @param task identifies the task
   * @param fileMillis the run time by the task's files
   * @param limitMillis the task's time limit
   */
  public void taskEnded(JobKey job, JobKey task, LongSupplier fileMillis, long limitMillis) {
    if (!isKnown(job) && !isKnown(task)) {
      long unseenMillis = previousReadMillis == 0 ? limitMillis : readMillis - previousReadMillis;
      record(
          task,
          previousReadMillis,
          Math.clamp(fileMillis.getAsLong(), 0, Math.max(0, unseenMillis)));
    }
  }

  private boolean isKnown(JobKey key) {
    return open.containsKey(key) || lastStartMillis.containsKey(key);
  }

  /** The total run time of all jobs so far, as of the last read of the queue. */
  public long usedMillis() {
    return endedMillis + open.values().stream().mapToLong(OpenRun::ranMillis).sum();
  }

  /** Deletes what was recorded. Call it when the part has ended. */
  public void delete() {
    log.delete();
  }
}
