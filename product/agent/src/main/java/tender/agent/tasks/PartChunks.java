package tender.agent.tasks;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tender.agent.batch.OwnTask;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.PilotArray;

/** The arrays of one part, and which of them are not known to be submitted. */
public final class PartChunks {
  private final Map<String, TaskChunk> chunks = new LinkedHashMap<>();
  private final Deque<String> unsubmitted = new ArrayDeque<>();

  /** Adds an array for submission. A recovered one is submitted again, which has no effect. */
  public void add(TaskChunk chunk) {
    chunks.put(chunk.name(), chunk);
    unsubmitted.add(chunk.name());
  }

  /**
   * Takes pending tasks for one array of tasks, or for several arrays of pilots.
   *
   * @param planned the pilots; empty if each task is a job
   * @param maxTasks how many tasks an array may have if each task is a job
   * @param maxPilots how many pilots may be submitted together; at least one array is created
   */
  public void create(
      TaskTracker tracker,
      PartIdentity part,
      List<PilotArray> planned,
      int maxTasks,
      int maxPilots) {
    // One pilot per task would be the same as an array of tasks.
    if (planned.stream().allMatch(pilots -> pilots.pilots() == pilots.tasks())) {
      create(tracker, part, maxTasks, Optional.empty());
      return;
    }
    int submitted = 0;
    for (PilotArray pilots : planned) {
      if (submitted == 0 || submitted + pilots.pilots() <= maxPilots) {
        submitted += pilots.pilots();
        create(tracker, part, pilots.tasks(), Optional.of(pilots));
      }
    }
  }

  private void create(
      TaskTracker tracker, PartIdentity part, int maxTasks, Optional<PilotArray> pilots) {
    String name = part.chunkName(chunks.size());
    add(new TaskChunk(name, tracker.takeChunk(name, maxTasks), pilots));
  }

  /** Whether a job of an array with retried tasks waits in the queue. */
  public boolean hasWaitingRetries(QueueSnapshot queue) {
    Set<String> waiting = new HashSet<>();
    for (OwnTask job : queue.ownTasks()) {
      if (!job.running()) {
        waiting.add(job.jobName());
      }
    }
    return waiting.stream()
        .flatMap(name -> find(name).stream())
        .anyMatch(chunk -> chunk.tasks().stream().anyMatch(task -> task.attempt() > 0));
  }

  /** How many jobs the part has in the batch system at most, or is about to submit. */
  public int jobsInFlight(TaskTracker tracker) {
    int jobs = 0;
    for (Map.Entry<String, List<ChunkTask>> entry : tracker.inFlightByChunk().entrySet()) {
      jobs += Math.min(entry.getValue().size(), find(entry.getKey()).orElseThrow().jobs());
    }
    return jobs;
  }

  public Collection<TaskChunk> all() {
    return chunks.values();
  }

  public Optional<TaskChunk> find(String name) {
    return Optional.ofNullable(chunks.get(name));
  }

  /** The next array to submit; null if there is none. */
  public @Nullable TaskChunk nextToSubmit() {
    String name = unsubmitted.peek();
    return name == null ? null : chunks.get(name);
  }

  public void markSubmitted(TaskChunk chunk) {
    unsubmitted.remove(chunk.name());
  }

  public List<String> submittedNames() {
    return chunks.keySet().stream().filter(name -> !unsubmitted.contains(name)).toList();
  }

  /** Whether an array of pilots of this name was submitted. */
  public boolean isSubmittedWithPilots(String name) {
    return find(name).filter(TaskChunk::hasPilots).isPresent() && !unsubmitted.contains(name);
  }

  /** How many jobs each array has, by name. */
  public Map<String, Integer> jobsByName() {
    Map<String, Integer> jobs = new LinkedHashMap<>();
    chunks.forEach((name, chunk) -> jobs.put(name, chunk.jobs()));
    return jobs;
  }

  /** How many jobs each array of pilots has that is still in the queue, by name. */
  public Map<String, Integer> pilotsIn(QueueSnapshot queue) {
    Map<String, Integer> jobs = new LinkedHashMap<>();
    for (OwnTask job : queue.ownTasks()) {
      find(job.jobName())
          .filter(TaskChunk::hasPilots)
          .ifPresent(chunk -> jobs.put(chunk.name(), chunk.jobs()));
    }
    return jobs;
  }
}
