package tender.agent.provider;

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
import tender.agent.batch.ChunkTask;
import tender.agent.batch.Claim;
import tender.agent.batch.EndedTask;
import tender.agent.batch.Evidence;
import tender.agent.batch.OwnTask;
import tender.agent.batch.PartFolder;
import tender.agent.batch.Queue;
import tender.core.model.Time;

/**
 * What pilots do. The queue shows pilots where others show tasks; which task a pilot runs, and
 * which it has not come to, is told by claims. So this says of each task what the queue would have
 * said if it were a job of its own.
 *
 * <p>An exit code is believed at the look after the one that found it: a pilot that is cancelled
 * may have written one that its command's signal made, and the queue says so then.
 */
final class PilotWatch {
  /** A pilot that is not in the queue may just be on its way, and claims come to light late. */
  private static final int GONE_AT_MOST = 3;

  private final PartFolder folder;
  private final Map<Claim, Claim.Pilot> pilots = new HashMap<>();
  private final Map<String, Integer> goneLooks = new HashMap<>();
  private final Set<String> begun = new HashSet<>();
  private final Set<Claim.Pilot> leaving = new HashSet<>();
  private Set<Evidence> before = Set.of();
  private List<Claim.Pilot> running = List.of();

  PilotWatch(PartFolder folder) {
    this.folder = folder;
  }

  /** How many pilots ran when it last looked. */
  int running() {
    return running.size();
  }

  /**
   * Asks some of the pilots that run to end when their tasks do; what they leave, others will do.
   *
   * @return how many were asked
   */
  int askToLeave(int most) {
    List<Claim.Pilot> asked =
        running.stream().filter(pilot -> !leaving.contains(pilot)).limit(most).toList();
    for (Claim.Pilot pilot : asked) {
      try {
        folder.askToLeave(pilot);
      } catch (IOException e) {
        throw new UncheckedIOException(pilot + " cannot be asked to leave.", e);
      }
    }
    leaving.addAll(asked);
    return asked.size();
  }

  /** There are no tasks of pilots. */
  void nothingLeft() {
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
  record Look(
      Map<Integer, OwnTask> own,
      Map<Integer, EndedTask.Why> ended,
      List<Evidence> evidence,
      List<ChunkTask> notBegun) {}

  /**
   * Looks at all arrays of pilots of a part.
   *
   * @param chunks the tasks of each that are with the batch system
   * @param evidence all there is of the part, read after the queue was asked for
   */
  Look look(Map<String, List<ChunkTask>> chunks, Queue queue, List<Evidence> evidence) {
    Present present = Present.of(queue, chunks.keySet());
    running = present.running();
    Map<Claim, Evidence> codes = new HashMap<>();
    evidence.forEach(one -> codes.put(new Claim(one.task(), one.attempt()), one));
    Set<Claim> claims = claims();
    Look look = new Look(new TreeMap<>(), new TreeMap<>(), new ArrayList<>(), new ArrayList<>());
    Set<Evidence> fresh = new HashSet<>();
    chunks.forEach(
        (chunk, tasks) -> {
          boolean isAlive = present.chunks.contains(chunk);
          List<ChunkTask> untouched = new ArrayList<>();
          for (ChunkTask task : tasks) {
            Claim claim = new Claim(task.task(), task.attempt());
            Evidence code = codes.get(claim);
            if (code != null && isAlive && !before.contains(code)) {
              fresh.add(code);
              look.own.put(task.task(), waiting(chunk));
            } else if (code != null || claims.contains(claim)) {
              claimed(claim, code, present, look);
            } else {
              untouched.add(task);
            }
          }
          if (untouched.size() < tasks.size()) {
            begun.add(chunk);
          }
          untouched(chunk, untouched, isAlive, look);
        });
    before = fresh;
    return look;
  }

  /** The pilots in the queue, and those that the batch system has ended. */
  private record Present(
      Map<Claim.Pilot, OwnTask> own, Map<Claim.Pilot, EndedTask.Why> over, Set<String> chunks) {
    static Present of(Queue queue, Set<String> chunks) {
      Present present = new Present(new HashMap<>(), new HashMap<>(), new HashSet<>());
      for (OwnTask pilot : queue.own()) {
        if (chunks.contains(pilot.jobName())) {
          present.own.put(new Claim.Pilot(pilot.jobName(), pilot.index()), pilot);
          present.chunks.add(pilot.jobName());
        }
      }
      for (EndedTask pilot : queue.ended()) {
        if (chunks.contains(pilot.jobName())) {
          present.over.put(new Claim.Pilot(pilot.jobName(), pilot.index()), pilot.why());
        }
      }
      return present;
    }

    List<Claim.Pilot> running() {
      return own.entrySet().stream()
          .filter(pilot -> pilot.getValue().running())
          .map(Map.Entry::getKey)
          .toList();
    }
  }

  private static OwnTask waiting(String chunk) {
    return new OwnTask(chunk, 0, /* running= */ false, Time.NEVER);
  }

  private void claimed(Claim claim, @Nullable Evidence code, Present present, Look look) {
    if (code != null) {
      look.evidence.add(code);
      if (present.over.isEmpty()) {
        return;
      }
    }
    Claim.Pilot pilot = pilot(claim);
    EndedTask.Why why = pilot == null ? null : present.over.get(pilot);
    if (why != null) {
      look.ended.put(claim.task(), why);
    } else if (code == null) {
      OwnTask seen = pilot == null ? null : present.own.get(pilot);
      if (seen != null) {
        look.own.put(
            claim.task(),
            new OwnTask(seen.jobName(), seen.index(), /* running= */ true, begunMillis(claim)));
      }
    }
  }

  /**
   * What no pilot has come to waits for one, if there is one. If there is none, others are needed;
   * and if none of those that were there began anything, something is wrong with them.
   */
  private void untouched(String chunk, List<ChunkTask> tasks, boolean isAlive, Look look) {
    int looks = isAlive ? 0 : goneLooks.merge(chunk, 1, Integer::sum);
    if (looks < GONE_AT_MOST) {
      tasks.forEach(task -> look.own.put(task.task(), waiting(chunk)));
    } else if (begun.contains(chunk)) {
      look.notBegun.addAll(tasks);
    } else {
      tasks.forEach(task -> look.ended.put(task.task(), EndedTask.Why.LOST));
    }
    if (isAlive) {
      goneLooks.remove(chunk);
    }
  }

  private Set<Claim> claims() {
    try {
      return new HashSet<>(folder.claims());
    } catch (IOException e) {
      throw new UncheckedIOException("The claims in " + folder.folder() + " cannot be read.", e);
    }
  }

  /** Who runs an attempt; null while that is not known yet. */
  Claim.@Nullable Pilot pilot(Claim claim) {
    Claim.Pilot known = pilots.get(claim);
    if (known == null) {
      try {
        known = folder.pilot(claim).orElse(null);
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

  private long begunMillis(Claim claim) {
    try {
      return folder.begunMillis(claim);
    } catch (IOException e) {
      throw new UncheckedIOException("A claim in " + folder.folder() + " cannot be read.", e);
    }
  }
}
