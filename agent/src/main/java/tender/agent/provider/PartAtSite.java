package tender.agent.provider;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tender.agent.batch.ChunkTask;
import tender.agent.batch.EndedTask;
import tender.agent.batch.OwnTask;
import tender.agent.batch.PartFolder;
import tender.agent.batch.Queue;
import tender.core.message.ReservationId;
import tender.core.provider.HeldPart;
import tender.work.Digest;

/** All that the agent has of a part: its processors, its folder, its arrays and its tasks. */
final class PartAtSite {
  final ReservationId id;
  final PartFolder folder;
  final String name;
  HeldPart part;
  boolean held;
  boolean busy;
  boolean delivering;
  @Nullable PartWork work;
  private final Map<String, List<ChunkTask>> chunks = new LinkedHashMap<>();
  private final Deque<String> toSubmit = new ArrayDeque<>();

  PartAtSite(ReservationId id, HeldPart part, PartFolder folder) {
    this.id = id;
    this.part = part;
    this.folder = folder;
    name = name(id);
  }

  /**
   * Names jobs and reservations at the batch system; ids come from the network and are no names.
   */
  static String name(ReservationId id) {
    byte[] text = id.toString().getBytes(StandardCharsets.UTF_8);
    return "tender-" + Digest.of(text).hex().substring(0, 16);
  }

  String nextChunkName() {
    return name + "-" + chunks.size();
  }

  /** An array that is to be submitted; again, if nobody knows whether it was. */
  void addChunk(String chunk, List<ChunkTask> tasks) {
    chunks.put(chunk, tasks);
    toSubmit.add(chunk);
  }

  Map<String, List<ChunkTask>> chunks() {
    return chunks;
  }

  List<ChunkTask> tasksOf(String chunk) {
    return chunks.getOrDefault(chunk, List.of());
  }

  /** The array that is to be submitted next; null if there is none. */
  @Nullable String nextToSubmit() {
    return toSubmit.peek();
  }

  List<String> submittedChunks() {
    return chunks.keySet().stream().filter(chunk -> !toSubmit.contains(chunk)).toList();
  }

  void submitted(String chunk) {
    toSubmit.remove(chunk);
  }

  /** Where a task is at the batch system. */
  record Place(String chunk, int index) {}

  Place placeOf(int task, PartWork of) {
    String chunk = of.chunkOf(task);
    List<ChunkTask> tasks = tasksOf(chunk);
    for (int index = 0; index < tasks.size(); index++) {
      if (tasks.get(index).task() == task) {
        return new Place(chunk, index);
      }
    }
    throw new IllegalStateException("Task " + task + " is not in the array " + chunk + ".");
  }

  /** Which of its tasks wait and run. */
  Map<Integer, OwnTask> own(Queue queue) {
    Map<Integer, OwnTask> own = new HashMap<>();
    for (OwnTask task : queue.own()) {
      List<ChunkTask> chunk = chunks.get(task.jobName());
      if (chunk != null && task.index() < chunk.size() && work != null) {
        int number = chunk.get(task.index()).task();
        if (work.isIn(number, task.jobName())) {
          own.put(number, task);
        }
      }
    }
    return own;
  }

  /** Which of its tasks the batch system has ended without a result. */
  Map<Integer, EndedTask.Why> ended(Queue queue) {
    Map<Integer, EndedTask.Why> ended = new HashMap<>();
    for (EndedTask task : queue.ended()) {
      List<ChunkTask> chunk = chunks.get(task.jobName());
      if (chunk != null && task.index() < chunk.size() && work != null) {
        int number = chunk.get(task.index()).task();
        if (work.isIn(number, task.jobName())) {
          ended.put(number, task.why());
        }
      }
    }
    return ended;
  }
}
