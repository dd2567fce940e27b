package tender.agent.provider;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.agent.batch.ChunkTask;
import tender.agent.batch.Claim;
import tender.agent.batch.EndedTask;
import tender.agent.batch.Evidence;
import tender.agent.batch.OwnTask;
import tender.agent.batch.PartFolder;
import tender.agent.batch.Pilots;
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
  int deliveries;
  @Nullable PartWork work;
  private final Map<String, List<ChunkTask>> chunks = new LinkedHashMap<>();
  private final Map<String, Pilots> pilots = new LinkedHashMap<>();
  private final PilotWatch watch;
  private final Deque<String> toSubmit = new ArrayDeque<>();

  PartAtSite(ReservationId id, HeldPart part, PartFolder folder) {
    this.id = id;
    this.part = part;
    this.folder = folder;
    name = name(id);
    watch = new PilotWatch(folder);
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

  /** The name of the part that has such an array. */
  static String nameOf(String chunk) {
    return chunk.substring(0, Math.max(0, chunk.lastIndexOf('-')));
  }

  /** An array that is to be submitted; again, if nobody knows whether it was. */
  void addChunk(String chunk, List<ChunkTask> tasks, Optional<Pilots> runBy) {
    chunks.put(chunk, tasks);
    runBy.ifPresent(some -> pilots.put(chunk, some));
    toSubmit.add(chunk);
  }

  /** The pilots that run a chunk's tasks; none if each of them is a job. */
  Optional<Pilots> pilotsOf(String chunk) {
    return Optional.ofNullable(pilots.get(chunk));
  }

  /** How many jobs an array has. */
  int jobsOf(String chunk) {
    return pilotsOf(chunk).map(Pilots::pilots).orElseGet(() -> tasksOf(chunk).size());
  }

  /** How many jobs the batch system has of it at most, or is about to get. */
  int jobsInFlight() {
    int jobs = 0;
    if (work != null) {
      for (Map.Entry<String, List<ChunkTask>> chunk : work.inFlightByChunk().entrySet()) {
        jobs += Math.min(chunk.getValue().size(), jobsOf(chunk.getKey()));
      }
    }
    return jobs;
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

  /** None if it is just being begun by a pilot. */
  Optional<Place> placeOf(int task, PartWork of) {
    String chunk = of.chunkOf(task);
    if (pilots.containsKey(chunk)) {
      return Optional.ofNullable(watch.pilot(new Claim(task, of.attemptOf(task))))
          .map(pilot -> new Place(pilot.chunk(), pilot.index()));
    }
    List<ChunkTask> tasks = tasksOf(chunk);
    for (int index = 0; index < tasks.size(); index++) {
      if (tasks.get(index).task() == task) {
        return Optional.of(new Place(chunk, index));
      }
    }
    throw new IllegalStateException("Task " + task + " is not in the array " + chunk + ".");
  }

  /**
   * Compares what was seen with the books.
   *
   * @param evidence all there is of the part, read after the queue was asked for
   */
  PartWork.Seen see(PartWork of, Queue queue, List<Evidence> evidence, long askedMillis, int most) {
    Map<Integer, OwnTask> own = own(of, queue);
    Map<Integer, EndedTask.Why> ended = ended(of, queue);
    Map<String, List<ChunkTask>> byPilots = of.inFlightByChunk();
    byPilots.keySet().removeIf(chunk -> !pilots.containsKey(chunk) || toSubmit.contains(chunk));
    if (byPilots.isEmpty()) {
      watch.nothingLeft();
      return of.see(own, ended, evidence, askedMillis, most);
    }
    PilotWatch.Look look = watch.look(byPilots, queue, evidence);
    // One that has just ended counts until its exit code is believed, and its pilot runs the next.
    int places = (int) own.values().stream().filter(OwnTask::running).count() + watch.running();
    own.putAll(look.own());
    ended.putAll(look.ended());
    List<Evidence> believed = new ArrayList<>(look.evidence());
    for (Evidence one : evidence) {
      if (of.isWith(one.task()) && !byPilots.containsKey(of.chunkOf(one.task()))) {
        believed.add(one);
      }
    }
    PartWork.Seen seen = of.see(own, ended, believed, askedMillis, Math.min(most, places));
    of.notSubmitted(look.notBegun());
    return seen;
  }

  /** Processors that its tasks hold, or pilots that are between two tasks. */
  int processors(PartWork of) {
    return Math.max(of.runningTasks(), watch.running()) * of.job().width();
  }

  /** Lets pilots give up so many processors, or as many as they have; returns how many. */
  int askPilotsToLeave(int processors) {
    int width = part.job().width();
    return width * watch.askToLeave(Math.ceilDiv(processors, width));
  }

  /** Which of its tasks wait and run, if they are jobs. */
  private Map<Integer, OwnTask> own(PartWork of, Queue queue) {
    Map<Integer, OwnTask> own = new HashMap<>();
    for (OwnTask task : queue.own()) {
      number(of, task.jobName(), task.index()).ifPresent(number -> own.put(number, task));
    }
    return own;
  }

  /** Which of its tasks the batch system has ended without a result, if they are jobs. */
  private Map<Integer, EndedTask.Why> ended(PartWork of, Queue queue) {
    Map<Integer, EndedTask.Why> ended = new HashMap<>();
    for (EndedTask task : queue.ended()) {
      number(of, task.jobName(), task.index()).ifPresent(number -> ended.put(number, task.why()));
    }
    return ended;
  }

  private Optional<Integer> number(PartWork of, String chunk, int index) {
    List<ChunkTask> tasks = tasksOf(chunk);
    if (index >= tasks.size() || pilots.containsKey(chunk)) {
      return Optional.empty();
    }
    int number = tasks.get(index).task();
    return of.isIn(number, chunk) ? Optional.of(number) : Optional.empty();
  }
}
