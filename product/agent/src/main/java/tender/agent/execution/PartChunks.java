package tender.agent.execution;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The arrays of one part, and which of them are not known to be submitted. */
final class PartChunks {
  private final Map<String, TaskChunk> chunks = new LinkedHashMap<>();
  private final Deque<String> unsubmitted = new ArrayDeque<>();

  /** Adds an array for submission. A recovered one is submitted again, which has no effect. */
  void add(TaskChunk chunk) {
    chunks.put(chunk.name(), chunk);
    unsubmitted.add(chunk.name());
  }

  int size() {
    return chunks.size();
  }

  Collection<TaskChunk> all() {
    return chunks.values();
  }

  Optional<TaskChunk> find(String name) {
    return Optional.ofNullable(chunks.get(name));
  }

  /** The next array to submit; null if there is none. */
  @Nullable TaskChunk nextToSubmit() {
    String name = unsubmitted.peek();
    return name == null ? null : chunks.get(name);
  }

  void markSubmitted(TaskChunk chunk) {
    unsubmitted.remove(chunk.name());
  }

  List<String> submittedNames() {
    return chunks.keySet().stream().filter(name -> !unsubmitted.contains(name)).toList();
  }

  /** Whether an array of pilots of this name was submitted. */
  boolean isSubmittedWithPilots(String name) {
    return find(name).filter(TaskChunk::hasPilots).isPresent() && !unsubmitted.contains(name);
  }

  /** How many jobs each array has, by name. */
  Map<String, Integer> jobsByName() {
    Map<String, Integer> jobs = new LinkedHashMap<>();
    chunks.forEach((name, chunk) -> jobs.put(name, chunk.jobs()));
    return jobs;
  }
}
