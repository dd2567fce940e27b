package tender.agent.execution;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.EndedTask;
import tender.agent.batch.folder.TaskExit;
import tender.agent.batch.OwnTask;
import tender.core.model.Job;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.provider.state.EndedRun;
import tender.core.provider.state.JobRun;
import tender.bagfile.TaskSets;
import tender.bagfile.WorkOrder;

/**
 * What has become of the tasks of one committed part: which wait to be submitted, which are with
 * the batch system, which have ended and wait for their results to be handed over. It only keeps
 * the books; others look and do.
 *
 * <p>A task that fails is tried again as often as its work order says. One that the cluster lost,
 * or somebody cancelled, is tried again without that being counted, but not for ever.
 */
final class TaskTracker {
  /** As often a task may be lost by a cluster before that is taken for its own fault. */
  private static final int MAX_LOST = 10;

  /** What a task is said to have ended with that ran out of time; {@code timeout} says the same. */
  private static final int EXIT_TIME_LIMIT = 124;

  /** As a shell says it of a task that was killed for its memory, or by hand. */
  private static final int EXIT_KILLED = 137;

  /** A task that is not in the queue, and has not ended, may just be on its way. */
  private static final int MAX_MISSING_READS = 3;

  private final Job job;
  private final WorkOrder order;
  private final TaskSet assigned;
  private TaskSet pending;
  private final Map<Integer, InFlightTask> inFlight = new TreeMap<>();
  private final Map<Integer, Attempts> attempts = new TreeMap<>();
  private final TreeMap<Integer, Integer> finished = new TreeMap<>();
  private final Map<Integer, Long> reportedStarts = new TreeMap<>();

  /** A task that is with the batch system, or about to be. */
  private static final class InFlightTask {
    final String chunk;
    final int attempt;
    long submittedMillis = Time.NEVER;
    int missingReads;

    InFlightTask(String chunk, int attempt) {
      this.chunk = chunk;
      this.attempt = attempt;
    }
  }

  /** How often a task was tried. */
  private static final class Attempts {
    int next;
    int failed;
    int lost;
  }

  /** What core is to be told. */
  record TasksUpdate(List<JobRun> finished, List<JobRun> stopped, List<JobRun> started) {}

  TaskTracker(Job job, WorkOrder order, TaskSet tasks) {
    this.job = job;
    this.order = order;
    assigned = tasks;
    pending = tasks;
  }

  Job job() {
    return job;
  }

  WorkOrder order() {
    return order;
  }

  /** Those that are with the batch system, or about to be, by their arrays. */
  Map<String, List<ChunkTask>> inFlightByChunk() {
    Map<String, List<ChunkTask>> chunks = new LinkedHashMap<>();
    inFlight.forEach(
        (task, flight) ->
            chunks
                .computeIfAbsent(flight.chunk, chunk -> new ArrayList<>())
                .add(new ChunkTask(task, order.listIndex(task), flight.attempt)));
    return chunks;
  }

  /** How many are not with the batch system, and have not ended. */
  int pendingCount() {
    return pending.size();
  }

  boolean hasPending() {
    return !pending.isEmpty();
  }

  /** Takes tasks for an array that is about to be submitted. */
  List<ChunkTask> takeChunk(String chunk, int most) {
    TaskSet taken = pending.lowest(most);
    pending = pending.minus(taken);
    List<ChunkTask> tasks = new ArrayList<>(taken.size());
    taken.stream()
        .forEach(
            task -> {
              Attempts tried = attempts.get(task);
              int attempt = tried == null ? 0 : tried.next;
              tasks.add(new ChunkTask(task, order.listIndex(task), attempt));
              inFlight.put(task, new InFlightTask(chunk, attempt));
            });
    return tasks;
  }

  /** Takes over an array that an earlier life of the agent has written down. */
  void recoverChunk(String chunk, List<ChunkTask> tasks) {
    for (ChunkTask one : tasks) {
      Attempts tried = attempts.computeIfAbsent(one.taskIndex(), task -> new Attempts());
      if (one.attempt() >= tried.next && assigned.contains(one.taskIndex())) {
        tried.next = one.attempt();
        // Whether it failed or was lost before is not known; it is taken for its own fault.
        tried.failed = one.attempt();
        inFlight.put(one.taskIndex(), new InFlightTask(chunk, one.attempt()));
      }
    }
    pending = pending.minus(TaskSets.of(tasks.stream().mapToInt(ChunkTask::taskIndex).sorted()));
  }

  void submitted(List<ChunkTask> tasks, long nowMillis) {
    for (ChunkTask one : tasks) {
      InFlightTask flight = inFlight.get(one.taskIndex());
      if (flight != null && flight.attempt == one.attempt()) {
        flight.submittedMillis = nowMillis;
      }
    }
  }

  /** They go with another array, in the same attempt: nobody has begun them. */
  void returnToPending(List<ChunkTask> tasks) {
    for (ChunkTask one : tasks) {
      inFlight.remove(one.taskIndex());
    }
    pending = pending.plus(TaskSets.of(tasks.stream().mapToInt(ChunkTask::taskIndex).sorted()));
  }

  /**
   * Compares what was seen with the books.
   *
   * @param own what waits and runs, by task
   * @param ended what the batch system has ended without a result, by task
   * @param evidence read after the queue was asked for
   * @param askedMillis when the queue was asked for
   * @param most how many may be told to have started: what seems to be more than the cluster has
   *     cannot be planned with
   */
  TasksUpdate update(
      Map<Integer, OwnTask> own,
      Map<Integer, EndedTask.EndReason> ended,
      List<TaskExit> evidence,
      long askedMillis,
      int most) {
    Map<Integer, Long> done = new TreeMap<>();
    Map<Integer, Long> stopped = new TreeMap<>();
    Map<Integer, Long> started = new TreeMap<>();
    for (TaskExit one : evidence) {
      InFlightTask flight = inFlight.get(one.taskIndex());
      EndedTask.EndReason why = ended.get(one.taskIndex());
      // What a signal ended may have left a code that means nothing, so that comes first; and
      // before it is over, nobody knows whether a signal did.
      boolean believed = (why == null || !why.overridesExitCode()) && !own.containsKey(one.taskIndex());
      if (believed && flight != null && flight.attempt == one.attempt()) {
        end(one.taskIndex(), one.exitCode(), false, done, stopped);
      }
    }
    for (Map.Entry<Integer, InFlightTask> entry : List.copyOf(inFlight.entrySet())) {
      int task = entry.getKey();
      InFlightTask flight = entry.getValue();
      OwnTask seen = own.get(task);
      if (seen != null) {
        flight.missingReads = 0;
        if (seen.running() && !reportedStarts.containsKey(task) && reportedStarts.size() < most) {
          reportedStarts.put(task, seen.startedMillis());
          started.put(task, seen.startedMillis());
        }
      } else if (flight.submittedMillis < askedMillis) {
        EndedTask.EndReason why = ended.get(task);
        if (why != null || ++flight.missingReads >= MAX_MISSING_READS) {
          stop(task, why == null ? EndedTask.EndReason.LOST : why, done, stopped);
        }
      }
    }
    return new TasksUpdate(runs(done), runs(stopped), runs(started));
  }

  private void stop(
      int task, EndedTask.EndReason why, Map<Integer, Long> done, Map<Integer, Long> stopped) {
    switch (why) {
      case TIME_LIMIT -> end(task, EXIT_TIME_LIMIT, false, done, stopped);
      case MEMORY -> end(task, EXIT_KILLED, false, done, stopped);
      case CANCELLED, LOST, BROKEN -> end(task, EXIT_KILLED, true, done, stopped);
    }
  }

  private void end(
      int task, int exitCode, boolean lost, Map<Integer, Long> done, Map<Integer, Long> stopped) {
    InFlightTask flight = inFlight.remove(task);
    Attempts tried = attempts.computeIfAbsent(task, number -> new Attempts());
    tried.next = (flight == null ? tried.next : flight.attempt) + 1;
    tried.lost += lost ? 1 : 0;
    tried.failed += !lost && exitCode != 0 ? 1 : 0;
    boolean again =
        lost ? tried.lost <= MAX_LOST : exitCode != 0 && tried.failed <= order.retries();
    Long startedMillis = reportedStarts.remove(task);
    if (again) {
      if (startedMillis != null) {
        stopped.put(task, startedMillis);
      }
      pending = pending.plus(TaskSet.range(task, task + 1));
    } else {
      attempts.remove(task);
      finished.put(task, exitCode);
      done.put(task, startedMillis == null ? Time.LIMIT_MILLIS : startedMillis);
    }
  }

  /** Takes some that have ended, with their exit codes, to hand over their results. */
  Map<Integer, Integer> takeFinished(int most) {
    Map<Integer, Integer> some = new LinkedHashMap<>();
    while (some.size() < most && !finished.isEmpty()) {
      Map.Entry<Integer, Integer> first = finished.pollFirstEntry();
      some.put(first.getKey(), first.getValue());
    }
    return some;
  }

  /**
   * The results of some of those that were to be handed over are.
   *
   * @param ranMillis how long these ran, all together
   */
  EndedRun delivered(Map<Integer, Integer> exitCodes, TaskSet tasks, long ranMillis) {
    exitCodes.forEach(
        (task, code) -> {
          if (!tasks.contains(task)) {
            finished.put(task, code);
          }
        });
    return new EndedRun(new JobRun(job, tasks, Time.LIMIT_MILLIS), ranMillis);
  }

  /** Youngest first, those that could be stopped at the least loss. */
  List<Integer> runningYoungestFirst() {
    return reportedStarts.entrySet().stream()
        .sorted(Map.Entry.<Integer, Long>comparingByValue(Comparator.reverseOrder()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Whether a task is with the batch system as part of this array. */
  boolean isIn(int task, String chunk) {
    InFlightTask flight = inFlight.get(task);
    return flight != null && flight.chunk.equals(chunk);
  }

  /** Whether a task is with the batch system, or about to be. */
  boolean isInFlight(int task) {
    return inFlight.containsKey(task);
  }

  /** Which attempt at a task is with the batch system. */
  int attemptOf(int task) {
    return flight(task).attempt;
  }

  /** In which array a task is that is with the batch system. */
  String chunkOf(int task) {
    return flight(task).chunk;
  }

  private InFlightTask flight(int task) {
    InFlightTask flight = inFlight.get(task);
    if (flight == null) {
      throw new IllegalArgumentException("Task " + task + " is not with the batch system.");
    }
    return flight;
  }

  /** What core is told anew to run: no more tasks than these, those that have run longest. */
  List<JobRun> reportedRuns(int most) {
    List<Integer> youngest = runningYoungestFirst();
    reportedStarts.keySet().removeAll(youngest.subList(0, Math.max(0, youngest.size() - most)));
    return reportedRuns();
  }

  /** What core was told to run. */
  List<JobRun> reportedRuns() {
    return runs(reportedStarts);
  }

  int runningTasks() {
    return reportedStarts.size();
  }

  private List<JobRun> runs(Map<Integer, Long> startedMillisByTask) {
    Map<Long, List<Integer>> byStart = new TreeMap<>();
    startedMillisByTask.forEach(
        (task, started) -> byStart.computeIfAbsent(started, at -> new ArrayList<>()).add(task));
    List<JobRun> runs = new ArrayList<>();
    byStart.forEach(
        (started, tasks) ->
            runs.add(
                new JobRun(
                    job,
                    TaskSets.of(tasks.stream().mapToInt(Integer::intValue).sorted()),
                    started)));
    return runs;
  }
}
