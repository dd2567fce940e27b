package tender.agent.tasks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tender.agent.batch.EndedTask;
import tender.agent.batch.OwnTask;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.TaskExit;
import tender.bagfile.TaskSets;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.TaskOutcome;
import tender.core.model.Job;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.provider.state.EndedRun;
import tender.core.provider.state.JobRun;
import tender.core.resource.TaskRequest;

/**
 * Tracks the tasks of one committed part: which are pending, which are in the batch system, and
 * which have ended and wait for delivery. It only records state; other classes read the queue and
 * act.
 *
 * <p>A failed task is retried as often as its work order allows. A task that the cluster lost or a
 * user cancelled is retried without counting as failed, up to a limit. A task that was stopped for
 * local users is retried without a limit. A task that exceeded its memory is retried with more, as
 * long as its work order lists more. All but those stopped for local users wait until {@link
 * #releaseRetries}.
 */
public final class TaskTracker {
  /** Exit code of a task that was killed, as a shell reports it. */
  private static final int EXIT_KILLED = 137;

  /**
   * A task that is neither queued nor ended may still be starting; it is lost after this many
   * reads.
   */
  private static final int MAX_MISSING_READS = 3;

  private final Job job;
  private final WorkOrder order;
  private final TaskSet assigned;
  private TaskSet pending;
  private TaskSet retries = TaskSet.empty();
  private final List<TaskExit> ends = new ArrayList<>();
  private final Map<Integer, InFlightTask> inFlight = new TreeMap<>();
  private final TaskAttempts attempts;
  private final TreeMap<Integer, Integer> finished = new TreeMap<>();
  private final Map<Integer, Long> reportedStarts = new TreeMap<>();

  public TaskTracker(Job job, WorkOrder order, TaskSet tasks) {
    this.job = job;
    this.order = order;
    assigned = tasks;
    pending = tasks;
    attempts = new TaskAttempts(order);
  }

  public Job job() {
    return job;
  }

  public WorkOrder order() {
    return order;
  }

  /** The tasks in the batch system, or about to be, by array. */
  public Map<String, List<ChunkTask>> inFlightByChunk() {
    Map<String, List<ChunkTask>> chunks = new LinkedHashMap<>();
    inFlight.forEach(
        (task, flight) ->
            chunks
                .computeIfAbsent(flight.chunk, chunk -> new ArrayList<>())
                .add(new ChunkTask(task, order.listIndex(task), flight.attempt)));
    return chunks;
  }

  /**
   * How many tasks that are neither in the batch system nor ended can be submitted together,
   * because they request the same.
   */
  public int pendingCount() {
    return pendingTogether().size();
  }

  /** The pending tasks that request the same as the first one. */
  private TaskSet pendingTogether() {
    return pending.isEmpty() ? pending : attempts.requestingSame(pending.nth(0), pending);
  }

  /** What the tasks of an array request; empty if they need only processors. */
  public Optional<TaskRequest> request(TaskChunk chunk) {
    return attempts.request(chunk.tasks().getFirst().taskIndex());
  }

  public boolean hasPending() {
    return !pending.isEmpty();
  }

  /** Whether failed or lost tasks wait to be retried. */
  public boolean hasRetries() {
    return !retries.isEmpty();
  }

  /** Makes the tasks pending that wait to be retried. */
  public void releaseRetries() {
    pending = pending.plus(retries);
    retries = TaskSet.empty();
  }

  /** Lets all pending tasks wait to be retried. */
  public void holdRetries() {
    retries = retries.plus(pending);
    pending = TaskSet.empty();
  }

  /** Takes pending tasks for an array that is about to be submitted. */
  List<ChunkTask> takeChunk(String chunk, int maxTasks) {
    TaskSet selected = pendingTogether().lowest(maxTasks);
    pending = pending.minus(selected);
    List<ChunkTask> tasks = new ArrayList<>(selected.size());
    selected.stream()
        .forEach(
            task -> {
              int attempt = attempts.next(task);
              tasks.add(new ChunkTask(task, order.listIndex(task), attempt));
              inFlight.put(task, new InFlightTask(chunk, attempt));
            });
    return tasks;
  }

  /** Recovers an array that an earlier run of the agent has recorded. */
  public void recoverChunk(String chunk, List<ChunkTask> tasks) {
    for (ChunkTask task : tasks) {
      if (task.attempt() >= attempts.next(task.taskIndex())
          && assigned.contains(task.taskIndex())) {
        attempts.recover(task.taskIndex(), task.attempt());
        inFlight.put(task.taskIndex(), new InFlightTask(chunk, task.attempt()));
      }
    }
    pending = pending.minus(TaskSets.of(tasks.stream().mapToInt(ChunkTask::taskIndex).sorted()));
  }

  /** Counts the attempts that ended in an earlier run of the agent. Call it after recoverChunk. */
  public void recoverExits(List<TaskExit> exits) {
    for (TaskExit exit : exits) {
      InFlightTask flight = inFlight.get(exit.taskIndex());
      if (flight == null || flight.attempt != exit.attempt()) {
        ends.add(exit);
        if (exit.exitCode() == TaskOutcome.EXIT_OUT_OF_MEMORY
            && assigned.contains(exit.taskIndex())) {
          attempts.recoverMemoryExceeded(exit.taskIndex());
        }
      }
    }
  }

  /** Takes the attempts that have succeeded or failed since the last call, in order. */
  public List<TaskExit> takeEnds() {
    List<TaskExit> taken = List.copyOf(ends);
    ends.clear();
    return taken;
  }

  public void submitted(List<ChunkTask> tasks, long nowMillis) {
    for (ChunkTask task : tasks) {
      InFlightTask flight = inFlight.get(task.taskIndex());
      if (flight != null && flight.attempt == task.attempt()) {
        flight.submittedMillis = nowMillis;
      }
    }
  }

  /** Returns tasks that were not started, for submission with another array in the same attempt. */
  public void returnToPending(List<ChunkTask> tasks) {
    for (ChunkTask task : tasks) {
      inFlight.remove(task.taskIndex());
    }
    pending = pending.plus(TaskSets.of(tasks.stream().mapToInt(ChunkTask::taskIndex).sorted()));
  }

  /**
   * Compares the state of the queue and the exit codes with the recorded state.
   *
   * @param own waiting and running tasks, by taskIndex
   * @param ended tasks that the batch system ended without a result, by taskIndex
   * @param exits exit codes, read after the queue
   * @param readMillis when the queue was read
   * @param maxReported how many tasks may be reported as started: core cannot plan with more than
   *     the cluster has
   */
  public TasksUpdate update(
      Map<Integer, OwnTask> own,
      Map<Integer, EndedTask.EndReason> ended,
      List<TaskExit> exits,
      long readMillis,
      int maxReported) {
    Map<Integer, Long> done = new TreeMap<>();
    Map<Integer, Long> stopped = new TreeMap<>();
    Map<Integer, Long> started = new TreeMap<>();
    for (TaskExit exit : exits) {
      InFlightTask flight = inFlight.get(exit.taskIndex());
      EndedTask.EndReason reason = ended.get(exit.taskIndex());
      // The reason comes first: a task ended by a signal may have left a meaningless exit code.
      // While the task is still in the queue, the reason is unknown.
      boolean isValid =
          (reason == null || !reason.overridesExitCode()) && !own.containsKey(exit.taskIndex());
      if (isValid && flight != null && flight.attempt == exit.attempt()) {
        boolean isOutOfMemory =
            reason == EndedTask.EndReason.MEMORY && exit.exitCode() == EXIT_KILLED;
        int exitCode = isOutOfMemory ? TaskOutcome.EXIT_OUT_OF_MEMORY : exit.exitCode();
        end(exit.taskIndex(), exitCode, false, done, stopped);
      }
    }
    for (Map.Entry<Integer, InFlightTask> entry : List.copyOf(inFlight.entrySet())) {
      int task = entry.getKey();
      InFlightTask flight = entry.getValue();
      OwnTask queued = own.get(task);
      if (queued != null) {
        flight.missingReads = 0;
        if (queued.running()
            && !reportedStarts.containsKey(task)
            && reportedStarts.size() < maxReported) {
          reportedStarts.put(task, queued.startedMillis());
          started.put(task, queued.startedMillis());
        }
      } else if (flight.submittedMillis < readMillis) {
        EndedTask.EndReason reason = ended.get(task);
        if (reason != null || ++flight.missingReads >= MAX_MISSING_READS) {
          stop(task, reason == null ? EndedTask.EndReason.LOST : reason, done, stopped);
        }
      }
    }
    return new TasksUpdate(runs(done), runs(stopped), runs(started));
  }

  private void stop(
      int task, EndedTask.EndReason reason, Map<Integer, Long> done, Map<Integer, Long> stopped) {
    switch (reason) {
      case TIME_LIMIT -> end(task, TaskOutcome.EXIT_TIME_LIMIT, false, done, stopped);
      case MEMORY -> end(task, TaskOutcome.EXIT_OUT_OF_MEMORY, false, done, stopped);
      case CANCELLED, LOST, BROKEN -> end(task, EXIT_KILLED, true, done, stopped);
    }
  }

  private void end(
      int task, int exitCode, boolean lost, Map<Integer, Long> done, Map<Integer, Long> stopped) {
    InFlightTask flight = inFlight.remove(task);
    int attempt = flight == null ? attempts.next(task) : flight.attempt;
    boolean isPreempted = flight != null && flight.isPreempted;
    boolean isRetried =
        lost ? attempts.lost(task, attempt, isPreempted) : attempts.ended(task, attempt, exitCode);
    if (!lost || !isRetried) {
      ends.add(new TaskExit(task, attempt, exitCode));
    }
    Long startedMillis = reportedStarts.remove(task);
    if (isRetried) {
      if (startedMillis != null) {
        stopped.put(task, startedMillis);
      }
      TaskSet retried = TaskSet.range(task, task + 1);
      if (isPreempted) {
        pending = pending.plus(retried);
      } else {
        retries = retries.plus(retried);
      }
    } else {
      attempts.remove(task);
      finished.put(task, exitCode);
      done.put(task, startedMillis == null ? Time.LIMIT_MILLIS : startedMillis);
    }
  }

  /** The tasks that have not ended. */
  public TaskSet unfinished() {
    return pending
        .plus(retries)
        .plus(TaskSets.of(inFlight.keySet().stream().mapToInt(Integer::intValue)));
  }

  /** Ends all tasks that have not ended, as at their time limit, without a further attempt. */
  public TasksUpdate endAll() {
    Map<Integer, Long> done = new TreeMap<>();
    TaskSet stopped = unfinished();
    pending = TaskSet.empty();
    retries = TaskSet.empty();
    stopped.stream()
        .forEach(
            task -> {
              attempts.allowNoRetry(task);
              end(task, TaskOutcome.EXIT_TIME_LIMIT, false, done, new TreeMap<>());
            });
    return new TasksUpdate(runs(done), List.of(), List.of());
  }

  public int finishedTasks() {
    return finished.size();
  }

  /** Takes some finished tasks, with their exit codes, for delivery. */
  public Map<Integer, Integer> takeFinished(int maxTasks) {
    Map<Integer, Integer> exitCodes = new LinkedHashMap<>();
    while (exitCodes.size() < maxTasks && !finished.isEmpty()) {
      Map.Entry<Integer, Integer> first = finished.pollFirstEntry();
      exitCodes.put(first.getKey(), first.getValue());
    }
    return exitCodes;
  }

  /** Records a delivery. Tasks that were not delivered become finished again. */
  public EndedRun delivered(Map<Integer, Integer> exitCodes, TaskSet tasks) {
    exitCodes.forEach(
        (task, code) -> {
          if (!tasks.contains(task)) {
            finished.put(task, code);
          }
        });
    // The part's usage is measured separately.
    return EndedRun.unpaid(new JobRun(job, tasks, Time.LIMIT_MILLIS));
  }

  /** Latest start first: these lose the least if they are stopped. */
  public List<Integer> runningYoungestFirst() {
    return reportedStarts.entrySet().stream()
        .sorted(Map.Entry.<Integer, Long>comparingByValue(Comparator.reverseOrder()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Records that a task is being stopped for local users. */
  public void markPreempted(int task) {
    flight(task).isPreempted = true;
  }

  /** Whether a task is in the batch system with this array. */
  public boolean isIn(int task, String chunk) {
    InFlightTask flight = inFlight.get(task);
    return flight != null && flight.chunk.equals(chunk);
  }

  /** Whether a task is in the batch system, or about to be. */
  public boolean isInFlight(int task) {
    return inFlight.containsKey(task);
  }

  /** The attempt at a task that is in the batch system. */
  public int attemptOf(int task) {
    return flight(task).attempt;
  }

  /** The array of a task that is in the batch system. */
  public String chunkOf(int task) {
    return flight(task).chunk;
  }

  private InFlightTask flight(int task) {
    InFlightTask flight = inFlight.get(task);
    if (flight == null) {
      throw new IllegalArgumentException("Task " + task + " is not in the batch system.");
    }
    return flight;
  }

  /** Limits the tasks that are reported to core as running, keeping those that run longest. */
  public List<JobRun> reportedRuns(int maxReported) {
    List<Integer> youngest = runningYoungestFirst();
    reportedStarts
        .keySet()
        .removeAll(youngest.subList(0, Math.max(0, youngest.size() - maxReported)));
    return reportedRuns();
  }

  /** The tasks that are reported to core as running. */
  public List<JobRun> reportedRuns() {
    return runs(reportedStarts);
  }

  public int runningTasks() {
    return reportedStarts.size();
  }

  private List<JobRun> runs(Map<Integer, Long> startedMillisByTask) {
    Map<Long, List<Integer>> byStart = new TreeMap<>();
    startedMillisByTask.forEach(
        (task, started) -> byStart.computeIfAbsent(started, at -> new ArrayList<>()).add(task));
    List<JobRun> runs = new ArrayList<>();
    byStart.forEach(
        (started, tasks) -> {
          TaskSet together = TaskSets.of(tasks.stream().mapToInt(Integer::intValue).sorted());
          runs.add(new JobRun(job, together, started));
        });
    return runs;
  }
}
