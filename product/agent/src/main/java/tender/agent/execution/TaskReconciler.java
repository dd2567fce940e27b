package tender.agent.execution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.agent.batch.EndedTask;
import tender.agent.batch.OwnTask;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.TaskClaim;
import tender.agent.batch.folder.TaskExit;
import tender.agent.pilot.PilotTracker;
import tender.agent.tasks.PartChunks;
import tender.agent.tasks.PartIdentity;
import tender.agent.tasks.TaskChunk;
import tender.agent.tasks.TaskTracker;
import tender.agent.tasks.TasksUpdate;
import tender.agent.usage.JobKey;
import tender.agent.usage.UsageMeter;
import tender.core.model.TaskSet;

/**
 * Reconciles the tracked tasks of one part with the queue and with the exit codes in its folder.
 */
final class TaskReconciler {
  private final PartIdentity identity;
  private final PartChunks chunks;
  private final BatchExecutor executor;
  private final PilotTracker pilotTracker;
  private final UsageMeter usage;

  TaskReconciler(
      PartIdentity identity, PartChunks chunks, BatchExecutor executor, UsageMeter usage) {
    this.identity = identity;
    this.chunks = chunks;
    this.executor = executor;
    this.usage = usage;
    pilotTracker = new PilotTracker(identity.folder());
  }

  /**
   * Updates the tasks and returns what has changed.
   *
   * @param readMillis when the queue was read
   * @param maxReported how many tasks may be reported as running
   */
  TasksUpdate update(TaskTracker tracker, QueueSnapshot queue, long readMillis, int maxReported) {
    // Exit codes are read after the queue: a task that has left the queue has its code by then.
    List<TaskExit> exits = identity.taskExits();
    usage.observe(queue, name -> chunks.find(name).isPresent(), readMillis);
    Map<Integer, OwnTask> own = ownTasks(tracker, queue);
    Map<Integer, EndedTask.EndReason> ended = endedTasks(tracker, queue);
    Map<String, List<ChunkTask>> byPilots = tracker.inFlightByChunk();
    byPilots.keySet().removeIf(name -> !chunks.isSubmittedWithPilots(name));
    if (byPilots.isEmpty()) {
      pilotTracker.clear();
      cancelUselessPilots(queue);
      measureUnseen(tracker, own, exits);
      return tracker.update(own, ended, exits, readMillis, maxReported);
    }
    PilotTracker.Observation observed = pilotTracker.observe(byPilots, queue, exits);
    cancelUselessPilots(queue);
    // A task that has just ended counts as running until its exit code is confirmed, although its
    // pilot already runs the next one.
    long runningJobs = own.values().stream().filter(OwnTask::running).count();
    int slots = (int) runningJobs + pilotTracker.running();
    own.putAll(observed.own());
    observed.own().forEach(this::measureTask);
    ended.putAll(observed.ended());
    List<TaskExit> confirmed = new ArrayList<>(observed.exits());
    for (TaskExit exit : exits) {
      int task = exit.taskIndex();
      if (tracker.isInFlight(task) && !byPilots.containsKey(tracker.chunkOf(task))) {
        confirmed.add(exit);
      }
    }
    measureUnseen(tracker, own, confirmed);
    TasksUpdate update =
        tracker.update(own, ended, confirmed, readMillis, Math.min(maxReported, slots));
    tracker.returnToPending(observed.unstarted());
    return update;
  }

  /** Tells the meter which task a pilot runs. */
  private void measureTask(int task, OwnTask queued) {
    if (queued.running()) {
      usage.runsTask(new JobKey(queued.jobName(), queued.arrayIndex()), task);
    }
  }

  /** Lets the meter count ended tasks whose jobs no read of the queue has shown. */
  private void measureUnseen(TaskTracker tracker, Map<Integer, OwnTask> own, List<TaskExit> exits) {
    for (TaskExit exit : exits) {
      int task = exit.taskIndex();
      if (tracker.isInFlight(task)
          && tracker.attemptOf(task) == exit.attempt()
          && !own.containsKey(task)) {
        String chunk = tracker.chunkOf(task);
        JobKey key = new JobKey(chunk + "/task", task);
        JobKey job =
            locate(tracker, task)
                .map(position -> new JobKey(position.jobName(), position.arrayIndex()))
                .orElse(key);
        usage.taskEnded(
            job,
            key,
            () -> identity.folder().reportedRunMillis(exit),
            executor.taskLimitMillis(tracker.order()));
      }
    }
  }

  /** Takes back requests for processors that are no longer needed. */
  private void cancelUselessPilots(QueueSnapshot queue) {
    pilotTracker
        .uselessPilots(queue, chunks::isSubmittedWithPilots)
        .forEach((name, pilots) -> executor.cancel(identity, name, pilots));
  }

  /** The tasks that wait or run as separate jobs. */
  private Map<Integer, OwnTask> ownTasks(TaskTracker tracker, QueueSnapshot queue) {
    Map<Integer, OwnTask> own = new HashMap<>();
    for (OwnTask task : queue.ownTasks()) {
      taskIndexAt(tracker, task.jobName(), task.arrayIndex())
          .ifPresent(taskIndex -> own.put(taskIndex, task));
    }
    return own;
  }

  /** The separate jobs that the batch system has ended without a result. */
  private Map<Integer, EndedTask.EndReason> endedTasks(TaskTracker tracker, QueueSnapshot queue) {
    Map<Integer, EndedTask.EndReason> ended = new HashMap<>();
    for (EndedTask task : queue.endedTasks()) {
      taskIndexAt(tracker, task.jobName(), task.arrayIndex())
          .ifPresent(taskIndex -> ended.put(taskIndex, task.reason()));
    }
    return ended;
  }

  private Optional<Integer> taskIndexAt(TaskTracker tracker, String chunkName, int arrayIndex) {
    return chunks
        .find(chunkName)
        .filter(chunk -> !chunk.hasPilots() && arrayIndex < chunk.tasks().size())
        .map(chunk -> chunk.tasks().get(arrayIndex).taskIndex())
        .filter(taskIndex -> tracker.isIn(taskIndex, chunkName));
  }

  /** How many tasks run, or pilots that are between two tasks. */
  int usedSlots(TaskTracker tracker) {
    return Math.max(tracker.runningTasks(), pilotTracker.running());
  }

  /** Asks at most this many pilots to exit after their current tasks; returns how many. */
  int requestPilotExit(int maxPilots) {
    return pilotTracker.requestExit(maxPilots);
  }

  /**
   * The job of a task in the batch system.
   *
   * @param arrayIndex of the task, or of the pilot that runs it
   */
  record JobPosition(String jobName, int arrayIndex) {
    TaskSet index() {
      return TaskSet.range(arrayIndex, arrayIndex + 1);
    }
  }

  /** Finds the job of a task; empty if a pilot is just starting the task. */
  Optional<JobPosition> locate(TaskTracker tracker, int task) {
    TaskChunk chunk = chunks.find(tracker.chunkOf(task)).orElseThrow();
    if (chunk.hasPilots()) {
      return Optional.ofNullable(pilotTracker.pilotOf(new TaskClaim(task, tracker.attemptOf(task))))
          .map(pilot -> new JobPosition(pilot.chunk(), pilot.arrayIndex()));
    }
    return Optional.of(new JobPosition(chunk.name(), chunk.arrayIndexOf(task)));
  }
}
