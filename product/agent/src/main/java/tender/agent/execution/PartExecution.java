package tender.agent.execution;

import tender.agent.pilot.PilotTracker;
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
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.TaskClaim;
import tender.agent.batch.EndedTask;
import tender.agent.batch.folder.TaskExit;
import tender.agent.batch.OwnTask;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.PilotArray;
import tender.agent.batch.QueueSnapshot;
import tender.core.message.ReservationId;
import tender.core.provider.state.ReservedPart;
import tender.bagfile.Digest;

/** All that the agent has of a part: its processors, its folder, its arrays and its tasks. */
public final class PartExecution {
  public final ReservationId id;
  public final PartFolder folder;
  final String name;
  public ReservedPart part;
  boolean isReserved;
  boolean isSubmitting;
  int activeDeliveries;
  @Nullable TaskTracker taskTracker;
  private final Map<String, List<ChunkTask>> chunks = new LinkedHashMap<>();
  private final Map<String, PilotArray> pilots = new LinkedHashMap<>();
  private final PilotTracker pilotTracker;
  private final Deque<String> unsubmitted = new ArrayDeque<>();

  public PartExecution(ReservationId id, ReservedPart part, PartFolder folder) {
    this.id = id;
    this.part = part;
    this.folder = folder;
    name = name(id);
    pilotTracker = new PilotTracker(folder);
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
  static String partNameOf(String chunk) {
    return chunk.substring(0, Math.max(0, chunk.lastIndexOf('-')));
  }

  /** An array that is to be submitted; again, if nobody knows whether it was. */
  void addChunk(String chunk, List<ChunkTask> tasks, Optional<PilotArray> runBy) {
    chunks.put(chunk, tasks);
    runBy.ifPresent(some -> pilots.put(chunk, some));
    unsubmitted.add(chunk);
  }

  /** The pilots that run a chunk's tasks; none if each of them is a job. */
  Optional<PilotArray> pilotsOf(String chunk) {
    return Optional.ofNullable(pilots.get(chunk));
  }

  /** How many jobs an array has. */
  int jobsOf(String chunk) {
    return pilotsOf(chunk).map(PilotArray::pilots).orElseGet(() -> tasksOf(chunk).size());
  }

  /** How many jobs the batch system has of it at most, or is about to get. */
  int jobsInFlight() {
    int jobs = 0;
    if (taskTracker != null) {
      for (Map.Entry<String, List<ChunkTask>> chunk : taskTracker.inFlightByChunk().entrySet()) {
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
    return unsubmitted.peek();
  }

  List<String> submittedChunks() {
    return chunks.keySet().stream().filter(chunk -> !unsubmitted.contains(chunk)).toList();
  }

  void submitted(String chunk) {
    unsubmitted.remove(chunk);
  }

  /** Where a task is at the batch system. */
  record QueuePosition(String chunk, int arrayIndex) {}

  /** None if it is just being begun by a pilot. */
  Optional<QueuePosition> locate(int task, TaskTracker of) {
    String chunk = of.chunkOf(task);
    if (pilots.containsKey(chunk)) {
      return Optional.ofNullable(pilotTracker.pilotOf(new TaskClaim(task, of.attemptOf(task))))
          .map(pilot -> new QueuePosition(pilot.chunk(), pilot.arrayIndex()));
    }
    List<ChunkTask> tasks = tasksOf(chunk);
    for (int index = 0; index < tasks.size(); index++) {
      if (tasks.get(index).taskIndex() == task) {
        return Optional.of(new QueuePosition(chunk, index));
      }
    }
    throw new IllegalStateException("Task " + task + " is not in the array " + chunk + ".");
  }

  /**
   * Compares what was seen with the books.
   *
   * @param evidence all there is of the part, read after the queue was asked for
   */
  TaskTracker.TasksUpdate update(TaskTracker of, QueueSnapshot queue, List<TaskExit> evidence, long askedMillis, int most) {
    Map<Integer, OwnTask> own = ownTasks(of, queue);
    Map<Integer, EndedTask.EndReason> ended = endedTasks(of, queue);
    Map<String, List<ChunkTask>> byPilots = of.inFlightByChunk();
    byPilots.keySet().removeIf(chunk -> !pilots.containsKey(chunk) || unsubmitted.contains(chunk));
    if (byPilots.isEmpty()) {
      pilotTracker.clear();
      return of.update(own, ended, evidence, askedMillis, most);
    }
    PilotTracker.Observation look = pilotTracker.observe(byPilots, queue, evidence);
    // One that has just ended counts until its exit code is believed, and its pilot runs the next.
    int places = (int) own.values().stream().filter(OwnTask::running).count() + pilotTracker.running();
    own.putAll(look.own());
    ended.putAll(look.ended());
    List<TaskExit> believed = new ArrayList<>(look.exits());
    for (TaskExit one : evidence) {
      if (of.isInFlight(one.taskIndex()) && !byPilots.containsKey(of.chunkOf(one.taskIndex()))) {
        believed.add(one);
      }
    }
    TaskTracker.TasksUpdate seen = of.update(own, ended, believed, askedMillis, Math.min(most, places));
    of.returnToPending(look.unstarted());
    return seen;
  }

  /** Processors that its tasks hold, or pilots that are between two tasks. */
  int usedProcessors(TaskTracker of) {
    return Math.max(of.runningTasks(), pilotTracker.running()) * of.job().width();
  }

  /** Lets pilots give up so many processors, or as many as they have; returns how many. */
  int requestPilotExit(int processors) {
    int width = part.job().width();
    return width * pilotTracker.requestExit(Math.ceilDiv(processors, width));
  }

  /** Which of its tasks wait and run, if they are jobs. */
  private Map<Integer, OwnTask> ownTasks(TaskTracker of, QueueSnapshot queue) {
    Map<Integer, OwnTask> own = new HashMap<>();
    for (OwnTask task : queue.ownTasks()) {
      taskIndexAt(of, task.jobName(), task.arrayIndex()).ifPresent(number -> own.put(number, task));
    }
    return own;
  }

  /** Which of its tasks the batch system has ended without a result, if they are jobs. */
  private Map<Integer, EndedTask.EndReason> endedTasks(TaskTracker of, QueueSnapshot queue) {
    Map<Integer, EndedTask.EndReason> ended = new HashMap<>();
    for (EndedTask task : queue.endedTasks()) {
      taskIndexAt(of, task.jobName(), task.arrayIndex()).ifPresent(number -> ended.put(number, task.reason()));
    }
    return ended;
  }

  private Optional<Integer> taskIndexAt(TaskTracker of, String chunk, int index) {
    List<ChunkTask> tasks = tasksOf(chunk);
    if (index >= tasks.size() || pilots.containsKey(chunk)) {
      return Optional.empty();
    }
    int number = tasks.get(index).taskIndex();
    return of.isIn(number, chunk) ? Optional.of(number) : Optional.empty();
  }
}
