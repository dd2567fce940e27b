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
import org.jspecify.annotations.Nullable;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.TaskClaim;
import tender.agent.batch.EndedTask;
import tender.agent.batch.folder.TaskExit;
import tender.agent.batch.OwnTask;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.QueueSnapshot;
import tender.core.model.Time;

/**
 * What pilots do. The queue shows pilots where others show tasks; which task a pilot runs, and
 * which it has not come to, is told by claims. So this says of each task what the queue would have
 * said if it were a job of its own.
 *
 * <p>An exit code is believed at the look after the one that found it: a pilot that is cancelled
 * may have written one that its command's signal made, and the queue says so then.
 */
public final class PilotTracker {
  /** A pilot that is not in the queue may just be on its way, and claims come to light late. */
  private static final int MAX_MISSING_READS = 3;

  private final PartFolder folder;
  private final Map<TaskClaim, TaskClaim.PilotId> pilots = new HashMap<>();
  private final Map<String, Integer> missingReads = new HashMap<>();
  private final Set<String> startedChunks = new HashSet<>();
  private final Set<TaskClaim.PilotId> exiting = new HashSet<>();
  private Set<TaskExit> unconfirmedExits = Set.of();
  private List<TaskClaim.PilotId> running = List.of();

  public PilotTracker(PartFolder folder) {
    this.folder = folder;
  }

  /** How many pilots ran when it last looked. */
  public int running() {
    return running.size();
  }

  /**
   * Asks some of the pilots that run to end when their tasks do; what they leave, others will do.
   *
   * @return how many were asked
   */
  public int requestExit(int most) {
    List<TaskClaim.PilotId> asked =
        running.stream().filter(pilot -> !exiting.contains(pilot)).limit(most).toList();
    for (TaskClaim.PilotId pilot : asked) {
      try {
        folder.requestExit(pilot);
      } catch (IOException e) {
        throw new UncheckedIOException(pilot + " cannot be asked to leave.", e);
      }
    }
    exiting.addAll(asked);
    return asked.size();
  }

  /** There are no tasks of pilots. */
  public void clear() {
    running = List.of();
  }

  /**
   * What was found out about tasks.
   *
   * @param own which wait and run
   * @param ended which were stopped
   * @param evidence that is believed
   * @param notBegun which no pilot has come to, and none will
   */
  public record Observation(
      Map<Integer, OwnTask> own,
      Map<Integer, EndedTask.EndReason> ended,
      List<TaskExit> exits,
      List<ChunkTask> unstarted) {}

  /**
   * Looks at all arrays of pilots of a part.
   *
   * @param chunks the tasks of each that are with the batch system
   * @param evidence all there is of the part, read after the queue was asked for
   */
  public Observation observe(Map<String, List<ChunkTask>> chunks, QueueSnapshot queue, List<TaskExit> evidence) {
    QueuedPilots present = QueuedPilots.of(queue, chunks.keySet());
    running = present.running();
    Map<TaskClaim, TaskExit> codes = new HashMap<>();
    evidence.forEach(one -> codes.put(new TaskClaim(one.taskIndex(), one.attempt()), one));
    Set<TaskClaim> claims = claims();
    Observation look = new Observation(new TreeMap<>(), new TreeMap<>(), new ArrayList<>(), new ArrayList<>());
    Set<TaskExit> fresh = new HashSet<>();
    chunks.forEach(
        (chunk, tasks) -> {
          boolean isAlive = present.chunks.contains(chunk);
          List<ChunkTask> untouched = new ArrayList<>();
          for (ChunkTask task : tasks) {
            TaskClaim claim = new TaskClaim(task.taskIndex(), task.attempt());
            TaskExit code = codes.get(claim);
            if (code != null && isAlive && !unconfirmedExits.contains(code)) {
              fresh.add(code);
              look.own.put(task.taskIndex(), waiting(chunk));
            } else if (code != null || claims.contains(claim)) {
              observeClaimed(claim, code, present, look);
            } else {
              untouched.add(task);
            }
          }
          if (untouched.size() < tasks.size()) {
            startedChunks.add(chunk);
          }
          observeUnclaimed(chunk, untouched, isAlive, look);
        });
    unconfirmedExits = fresh;
    return look;
  }

  /** The pilots in the queue, and those that the batch system has ended. */
  private record QueuedPilots(
      Map<TaskClaim.PilotId, OwnTask> own, Map<TaskClaim.PilotId, EndedTask.EndReason> ended, Set<String> chunks) {
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
          present.ended.put(new TaskClaim.PilotId(pilot.jobName(), pilot.arrayIndex()), pilot.reason());
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

  private void observeClaimed(TaskClaim claim, @Nullable TaskExit code, QueuedPilots present, Observation look) {
    if (code != null) {
      look.exits.add(code);
      if (present.ended.isEmpty()) {
        return;
      }
    }
    TaskClaim.PilotId pilot = pilotOf(claim);
    EndedTask.EndReason why = pilot == null ? null : present.ended.get(pilot);
    if (why != null) {
      look.ended.put(claim.taskIndex(), why);
    } else if (code == null) {
      OwnTask seen = pilot == null ? null : present.own.get(pilot);
      if (seen != null) {
        look.own.put(
            claim.taskIndex(),
            new OwnTask(seen.jobName(), seen.arrayIndex(), /* running= */ true, startedMillis(claim)));
      }
    }
  }

  /**
   * What no pilot has come to waits for one, if there is one. If there is none, others are needed;
   * and if none of those that were there began anything, something is wrong with them.
   */
  private void observeUnclaimed(String chunk, List<ChunkTask> tasks, boolean isAlive, Observation look) {
    int looks = isAlive ? 0 : missingReads.merge(chunk, 1, Integer::sum);
    if (looks < MAX_MISSING_READS) {
      tasks.forEach(task -> look.own.put(task.taskIndex(), waiting(chunk)));
    } else if (startedChunks.contains(chunk)) {
      look.unstarted.addAll(tasks);
    } else {
      tasks.forEach(task -> look.ended.put(task.taskIndex(), EndedTask.EndReason.LOST));
    }
    if (isAlive) {
      missingReads.remove(chunk);
    }
  }

  private Set<TaskClaim> claims() {
    try {
      return new HashSet<>(folder.claims());
    } catch (IOException e) {
      throw new UncheckedIOException("The claims in " + folder.path() + " cannot be read.", e);
    }
  }

  /** Who runs an attempt; null while that is not known yet. */
  public TaskClaim.@Nullable PilotId pilotOf(TaskClaim claim) {
    TaskClaim.PilotId known = pilots.get(claim);
    if (known == null) {
      try {
        known = folder.pilotOf(claim).orElse(null);
      } catch (IOException e) {
        // It is being made, or removed.
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
      throw new UncheckedIOException("A claim in " + folder.path() + " cannot be read.", e);
    }
  }
}
