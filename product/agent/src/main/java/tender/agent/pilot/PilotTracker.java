package tender.agent.pilot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tender.agent.batch.EndedTask;
import tender.agent.batch.OwnTask;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.TaskClaim;
import tender.agent.batch.folder.TaskExit;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * Tracks the tasks that pilots run. The queue shows only pilots; claim files show which task a
 * pilot runs, and which tasks have not started. From both this class derives for each task what the
 * queue would show if the task were a separate job.
 *
 * <p>An exit code counts only at the read after the one that found it: a cancelled pilot may have
 * written the exit code of a killed command, and the queue shows the cancellation by then.
 */
public final class PilotTracker {
  /** A pilot that is not in the queue may still be starting, and claims may become visible late. */
  private static final int MAX_MISSING_READS = 3;

  private final PartFolder folder;
  private final Map<TaskClaim, TaskClaim.PilotId> pilots = new HashMap<>();
  private final Map<String, Integer> missingReads = new HashMap<>();
  private final Set<String> startedChunks = new HashSet<>();
  private final Set<TaskClaim.PilotId> exiting = new HashSet<>();
  private Set<TaskExit> unconfirmedExits = Set.of();
  private List<TaskClaim.PilotId> running = List.of();
  private Set<String> chunksWithUnstartedTasks = Set.of();

  public PilotTracker(PartFolder folder) {
    this.folder = folder;
  }

  /** How many pilots ran at the last observation. */
  public int running() {
    return running.size();
  }

  /**
   * Asks some running pilots to exit after their current tasks. Other pilots run the remaining
   * tasks.
   *
   * @return how many were asked
   */
  public int requestExit(int maxPilots) {
    List<TaskClaim.PilotId> selected =
        running.stream().filter(pilot -> !exiting.contains(pilot)).limit(maxPilots).toList();
    for (TaskClaim.PilotId pilot : selected) {
      try {
        folder.requestExit(pilot);
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot ask " + pilot + " to exit.", e);
      }
    }
    exiting.addAll(selected);
    return selected.size();
  }

  /** There are no tasks for pilots. */
  public void clear() {
    running = List.of();
    chunksWithUnstartedTasks = Set.of();
  }

  /**
   * Pilots that wait although all tasks of their array have been started: they would find no task,
   * and until then each of them takes a place in the queue. Requests that are no longer useful are
   * taken back (Suresh Kumar and Purusothaman).
   *
   * @param isPilotArray whether an array of this name consists of pilots of the part
   * @return array indexes by the name of the array
   */
  public Map<String, TaskSet> uselessPilots(QueueSnapshot queue, Predicate<String> isPilotArray) {
    Map<String, TaskSet> useless = new TreeMap<>();
    for (OwnTask pilot : queue.ownTasks()) {
      if (!pilot.running()
          && !chunksWithUnstartedTasks.contains(pilot.jobName())
          && isPilotArray.test(pilot.jobName())) {
        TaskSet index = TaskSet.range(pilot.arrayIndex(), pilot.arrayIndex() + 1);
        useless.merge(pilot.jobName(), index, TaskSet::plus);
      }
    }
    return useless;
  }

  /**
   * The state of tasks.
   *
   * @param own tasks that wait or run
   * @param ended tasks that were stopped
   * @param exits confirmed exit codes
   * @param unstarted tasks that no pilot has started or will start
   */
  public record Observation(
      Map<Integer, OwnTask> own,
      Map<Integer, EndedTask.EndReason> ended,
      List<TaskExit> exits,
      List<ChunkTask> unstarted) {}

  /**
   * Observes all pilot arrays of a part.
   *
   * @param chunks tasks of each array that are in the batch system
   * @param exits all exit codes of the part, read after the queue
   */
  public Observation observe(
      Map<String, List<ChunkTask>> chunks, QueueSnapshot queue, List<TaskExit> exits) {
    QueuedPilots present = QueuedPilots.of(queue, chunks.keySet());
    running = present.running();
    Map<TaskClaim, TaskExit> exitByClaim = new HashMap<>();
    exits.forEach(exit -> exitByClaim.put(new TaskClaim(exit.taskIndex(), exit.attempt()), exit));
    Set<TaskClaim> claims = claims();
    Observation observation =
        new Observation(new TreeMap<>(), new TreeMap<>(), new ArrayList<>(), new ArrayList<>());
    Set<TaskExit> newExits = new HashSet<>();
    Set<String> withUnstartedTasks = new HashSet<>();
    chunks.forEach(
        (chunk, tasks) -> {
          boolean isAlive = present.chunks.contains(chunk);
          List<ChunkTask> unclaimed = new ArrayList<>();
          for (ChunkTask task : tasks) {
            TaskClaim claim = new TaskClaim(task.taskIndex(), task.attempt());
            TaskExit exit = exitByClaim.get(claim);
            if (exit != null && isAlive && !unconfirmedExits.contains(exit)) {
              newExits.add(exit);
              observation.own.put(task.taskIndex(), waiting(chunk));
            } else if (exit != null || claims.contains(claim)) {
              observeClaimed(claim, exit, present, observation);
            } else {
              unclaimed.add(task);
            }
          }
          if (unclaimed.size() < tasks.size()) {
            startedChunks.add(chunk);
          }
          if (!unclaimed.isEmpty()) {
            withUnstartedTasks.add(chunk);
          }
          observeUnclaimed(chunk, unclaimed, isAlive, observation);
        });
    unconfirmedExits = newExits;
    chunksWithUnstartedTasks = withUnstartedTasks;
    return observation;
  }

  /** The pilots in the queue, and those that the batch system has ended. */
  private record QueuedPilots(
      Map<TaskClaim.PilotId, OwnTask> own,
      Map<TaskClaim.PilotId, EndedTask.EndReason> ended,
      Set<String> chunks) {
    static QueuedPilots of(QueueSnapshot queue, Set<String> chunks) {
      QueuedPilots present = new QueuedPilots(new HashMap<>(), new HashMap<>(), new HashSet<>());
      for (OwnTask pilot : queue.ownTasks()) {
        if (chunks.contains(pilot.jobName())) {
          present.own.put(new TaskClaim.PilotId(pilot.jobName(), pilot.arrayIndex()), pilot);
          present.chunks.add(pilot.jobName());
        }
      }
      for (EndedTask pilot : queue.endedTasks()) {
        if (chunks.contains(pilot.jobName())) {
          present.ended.put(
              new TaskClaim.PilotId(pilot.jobName(), pilot.arrayIndex()), pilot.reason());
        }
      }
      return present;
    }

    List<TaskClaim.PilotId> running() {
      return own.entrySet().stream()
          .filter(pilot -> pilot.getValue().running())
          .map(Map.Entry::getKey)
          .toList();
    }
  }

  private static OwnTask waiting(String chunk) {
    return new OwnTask(chunk, 0, /* running= */ false, Time.NEVER);
  }

  private void observeClaimed(
      TaskClaim claim, @Nullable TaskExit exit, QueuedPilots present, Observation observation) {
    if (exit != null) {
      observation.exits.add(exit);
      if (present.ended.isEmpty()) {
        return;
      }
    }
    TaskClaim.PilotId pilot = pilotOf(claim);
    EndedTask.EndReason reason = pilot == null ? null : present.ended.get(pilot);
    if (reason != null) {
      observation.ended.put(claim.taskIndex(), reason);
    } else if (exit == null) {
      OwnTask queued = pilot == null ? null : present.own.get(pilot);
      if (queued != null) {
        observation.own.put(
            claim.taskIndex(),
            new OwnTask(
                queued.jobName(), queued.arrayIndex(), /* running= */ true, startedMillis(claim)));
      }
    }
  }

  /**
   * A task that no pilot has started waits as long as there are pilots. Without pilots it needs new
   * ones; if the earlier pilots started no task at all, they are broken and the task counts as
   * lost.
   */
  private void observeUnclaimed(
      String chunk, List<ChunkTask> tasks, boolean isAlive, Observation observation) {
    int reads = isAlive ? 0 : missingReads.merge(chunk, 1, Integer::sum);
    if (reads < MAX_MISSING_READS) {
      tasks.forEach(task -> observation.own.put(task.taskIndex(), waiting(chunk)));
    } else if (startedChunks.contains(chunk)) {
      observation.unstarted.addAll(tasks);
    } else {
      tasks.forEach(task -> observation.ended.put(task.taskIndex(), EndedTask.EndReason.LOST));
    }
    if (isAlive) {
      missingReads.remove(chunk);
    }
  }

  private Set<TaskClaim> claims() {
    try {
      return new HashSet<>(folder.claims());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the claims in " + folder.path() + ".", e);
    }
  }

  /** The pilot that runs an attempt; null if not yet known. */
  public TaskClaim.@Nullable PilotId pilotOf(TaskClaim claim) {
    TaskClaim.PilotId known = pilots.get(claim);
    if (known == null) {
      try {
        known = folder.pilotOf(claim).orElse(null);
      } catch (IOException e) {
        // The claim file is being created or deleted.
        return null;
      }
      if (known != null) {
        pilots.put(claim, known);
      }
    }
    return known;
  }

  private long startedMillis(TaskClaim claim) {
    try {
      return folder.startedMillis(claim);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read a claim in " + folder.path() + ".", e);
    }
  }
}
