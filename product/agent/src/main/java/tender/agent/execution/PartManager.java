package tender.agent.execution;

import tender.agent.pilot.PilotPreemption;
import tender.agent.pilot.PilotPlanner;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tender.agent.batch.OwnTask;
import tender.agent.batch.folder.PilotArray;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.folder.WorkFolder;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.JobId;
import tender.core.model.TaskSet;
import tender.core.provider.state.EndedRun;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.ReservedPart;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.QueueDelta;
import tender.bagfile.WorkOrder;

/**
 * All parts that the agent holds or does, and what is set in motion for each: its work is fetched,
 * its tasks submitted, its results handed over. All of it happens on the thread that decides.
 */
public final class PartManager {
  private static final Logger LOG = System.getLogger(PartManager.class.getName());

  /** Folders of more are not made before the first of them runs. */
  private static final int MAX_PILOT_TASKS = 20_000;

  /** So many packs of a part are on their way at a time: while one is stored, another is made. */
  private static final int MAX_DELIVERIES = 3;

  private final ProviderSettings settings;
  private final BatchExecutor executor;
  private final Clock clock;
  private final PartListener listener;
  private final Consumer<ProviderEvent> events;
  private final Consumer<Runnable> eventLoop;
  private final Map<ReservationId, PartExecution> parts = new LinkedHashMap<>();
  private final PilotPreemption pilotPreemption = new PilotPreemption();
  private int largestArray = 1;
  private int processors = 1;
  private QueueSnapshot queue = new QueueSnapshot(List.of(), List.of(), List.of(), List.of());

  /**
   * @param tell what core is to hear
   * @param later runs something on the thread that decides
   */
  public PartManager(
      ProviderSettings settings,
      BatchExecutor hands,
      Clock clock,
      PartListener witness,
      Consumer<ProviderEvent> tell,
      Consumer<Runnable> later) {
    this.settings = settings;
    this.executor = hands;
    this.clock = clock;
    this.listener = witness;
    this.events = tell;
    this.eventLoop = later;
  }

  public void largestArray(int tasks) {
    largestArray = tasks;
  }

  /** Finds the parts of an earlier life. */
  public void recover(List<ReservationRecord> kept, WorkFolder folders) throws IOException {
    for (ReservationRecord one : kept) {
      ReservedPart part = one.part().orElse(null);
      if (part != null) {
        PartExecution atSite = new PartExecution(one.id(), part, folders.partFolder(one.id()));
        atSite.isReserved = true;
        ChunkRecovery.read(atSite);
        add(atSite);
        if (part.isCommitted()) {
          listener.resumed(part, clock.millis());
        }
      }
    }
  }

  public void add(PartExecution part) {
    parts.put(part.id, part);
  }

  public @Nullable PartExecution get(ReservationId id) {
    return parts.get(id);
  }

  public Collection<PartExecution> all() {
    return parts.values();
  }

  /** How many run tasks of parts, or pilots, as the queue was last seen. */
  public int processorsInUse() {
    Map<String, Integer> widths = new LinkedHashMap<>();
    parts.values().forEach(part -> widths.put(part.name, part.part.job().width()));
    return queue.ownTasks().stream()
        .filter(OwnTask::running)
        .mapToInt(task -> widths.getOrDefault(PartExecution.partNameOf(task.jobName()), 0))
        .sum();
  }

  /** How many processors a task needs of whichever part needs most. */
  public int maxTaskWidth() {
    return parts.values().stream().mapToInt(part -> part.part.job().width()).max().orElse(1);
  }

  /**
   * What core is told to run when all is planned anew, on so many processors: what seems to be more
   * than they have room for is told when others have ended.
   */
  public List<JobRun> reportedRuns(int processors) {
    List<JobRun> running = new ArrayList<>();
    int room = processors;
    for (PartExecution part : parts.values()) {
      TaskTracker work = part.taskTracker;
      if (work != null) {
        running.addAll(work.reportedRuns(room / work.job().width()));
        room -= work.runningTasks() * work.job().width();
      }
    }
    return running;
  }

  /** The arrays of a part that are with the batch system and may wait there. */
  public List<String> waitingArrays(JobId id) {
    for (PartExecution part : parts.values()) {
      if (part.part.job().id().equals(id)) {
        return part.submittedChunks();
      }
    }
    return List.of();
  }

  /**
   * What has become of all parts' tasks.
   *
   * @param processors that they hold now
   */
  public record PartsUpdate(List<JobRun> finished, List<JobRun> stopped, List<JobRun> started, int processors) {}

  public PartsUpdate update(QueueSnapshot queue, int processors, long askedMillis) {
    this.queue = queue;
    this.processors = processors;
    List<JobRun> finished = new ArrayList<>();
    List<JobRun> stopped = new ArrayList<>();
    List<JobRun> started = new ArrayList<>();
    int taken = 0;
    for (PartExecution part : parts.values()) {
      TaskTracker work = part.taskTracker;
      if (work != null) {
        TaskTracker.TasksUpdate seen =
            part.update(
                work,
                queue,
                executor.taskExits(part),
                askedMillis,
                (processors - taken) / work.job().width());
        finished.addAll(seen.finished());
        stopped.addAll(seen.stopped());
        started.addAll(seen.started());
        taken += part.usedProcessors(work);
      }
    }
    int needed = pilotPreemption.processorsToFree(queue.localJobs(), processors - taken);
    for (PartExecution part : parts.values()) {
      needed -= needed > 0 ? part.requestPilotExit(needed) : 0;
    }
    return new PartsUpdate(finished, stopped, started, taken);
  }

  /** It is done, and its results are with the market. */
  public void finish(ReservationId id) {
    PartExecution done = parts.remove(id);
    if (done != null) {
      executor.cleanUp(done, isLastOfBag(done));
    }
  }

  /** It is ours to do from now on. */
  public void committed(PartExecution part) {
    listener.committed(part.part, clock.millis());
    advance(part);
  }

  /** Sets somebody to whatever is to be done for a part. */
  public void advance(PartExecution part) {
    if (!part.part.isCommitted()) {
      return;
    }
    if (!part.isSubmitting) {
      submit(part);
    }
    TaskTracker work = part.taskTracker;
    while (work != null && part.activeDeliveries < MAX_DELIVERIES) {
      Map<Integer, Integer> finished = work.takeFinished(BatchExecutor.PACK_TASKS);
      if (finished.isEmpty()) {
        return;
      }
      part.activeDeliveries++;
      executor.deliver(
          part, work, finished, done -> eventLoop.accept(() -> delivered(part, work, finished, done)));
    }
  }

  private int jobsInFlight() {
    return parts.values().stream().mapToInt(PartExecution::jobsInFlight).sum();
  }

  private void submit(PartExecution part) {
    TaskTracker work = part.taskTracker;
    if (work == null) {
      part.isSubmitting = true;
      executor.prepare(part, order -> eventLoop.accept(() -> prepared(part, order)));
      return;
    }
    if (part.nextToSubmit() == null && work.hasPending()) {
      int room = Math.min(settings.maxQueuedJobs() - jobsInFlight(), largestArray);
      if (room > 0) {
        takeChunks(part, work, room);
      }
    }
    String chunk = part.nextToSubmit();
    if (chunk != null) {
      part.isSubmitting = true;
      executor.submit(
          part,
          work.order(),
          chunk,
          processors,
          submission -> eventLoop.accept(() -> submitted(part, work, chunk, submission)));
    }
  }

  /** Takes tasks for one array, or for several of pilots. */
  private void takeChunks(PartExecution part, TaskTracker work, int room) {
    List<PilotArray> planned = List.of();
    PilotPlanner planner =
        new PilotPlanner(
            settings.pilots(), work.job(), executor.limitMillis(work.order().runtimeMillis()));
    if (planner.needsPilots()) {
      long nowMillis = clock.millis();
      planned =
          planner
              .countUsed(queue, part.name, nowMillis)
              .plan(Math.min(work.pendingCount(), MAX_PILOT_TASKS), processors, room, nowMillis);
    }
    // A pilot for each task would be nothing but an array.
    if (planned.stream().allMatch(pilots -> pilots.pilots() == pilots.tasks())) {
      String name = part.nextChunkName();
      part.addChunk(name, work.takeChunk(name, room), Optional.empty());
      return;
    }
    for (PilotArray pilots : planned) {
      String name = part.nextChunkName();
      part.addChunk(name, work.takeChunk(name, pilots.tasks()), Optional.of(pilots));
    }
  }

  private void prepared(PartExecution part, Optional<WorkOrder> order) {
    part.isSubmitting = false;
    if (order.isPresent() && parts.get(part.id) == part) {
      TaskSet tasks = part.part.tasks().minus(part.part.endedTasks());
      TaskTracker work = new TaskTracker(part.part.job(), order.get(), tasks);
      part.chunks().forEach(work::recoverChunk);
      part.taskTracker = work;
      advance(part);
    }
  }

  private void submitted(
      PartExecution part, TaskTracker work, String chunk, BatchExecutor.SubmitResult submission) {
    part.isSubmitting = false;
    switch (submission) {
      case SUBMITTED -> {
        part.submitted(chunk);
        work.submitted(part.tasksOf(chunk), clock.millis());
        listener.submitted(part.id, part.tasksOf(chunk).size(), part.jobsOf(chunk));
        if (parts.get(part.id) == part) {
          advance(part);
        } else {
          // It was released while it was being submitted.
          executor.stop(part, isLastOfBag(part));
        }
      }
      case REFUSED -> {
        part.submitted(chunk);
        work.returnToPending(part.tasksOf(chunk));
      }
      // The next look at the queue tries again.
      case UNKNOWN -> {}
    }
  }

  private void delivered(
      PartExecution part, TaskTracker work, Map<Integer, Integer> finished, BatchExecutor.DeliveredTasks done) {
    part.activeDeliveries--;
    EndedRun ended = work.delivered(finished, done.tasks(), done.totalRunMillis());
    if (parts.get(part.id) == part && !done.tasks().isEmpty()) {
      QueueDelta sighting =
          new QueueDelta(List.of(), List.of(ended), List.of(), List.of(), List.of(), List.of());
      long nowMillis = clock.millis();
      events.accept(new ProviderEvent.QueueChanged(sighting));
      if (part.part.isAllEnded()) {
        listener.ended(part.part, nowMillis);
      }
      advance(part);
    }
  }

  /** Tasks that started last have the least to lose. */
  public void preempt(LocalJobPreemption.Preemption room) {
    int left = room.processors();
    for (PartExecution part : parts.values()) {
      if (room.releaseReservations() && part.isReserved) {
        LOG.log(Level.INFO, "{0}: gives back its processors to local users.", part.id);
        part.isReserved = false;
        executor.releaseReservation(part);
      }
      TaskTracker work = part.taskTracker;
      if (work != null && left > 0) {
        List<Integer> youngest = work.runningYoungestFirst();
        int tasks = Math.min(youngest.size(), Math.ceilDiv(left, work.job().width()));
        if (tasks > 0) {
          LOG.log(Level.INFO, "{0}: {1} tasks make room for local users.", part.id, tasks);
        }
        for (int task : youngest.subList(0, tasks)) {
          part.locate(task, work).ifPresent(place -> executor.cancel(part, place));
        }
        left -= tasks * work.job().width();
      }
    }
  }

  /** Nothing more is done for it. */
  public void stop(ReservationId id) {
    PartExecution gone = parts.remove(id);
    if (gone != null) {
      if (gone.part.isCommitted()) {
        listener.released(gone.part, clock.millis());
      }
      executor.stop(gone, isLastOfBag(gone));
      TaskTracker work = gone.taskTracker;
      if (work != null) {
        // Nobody looks at them from now on, and core would count their processors as taken.
        List<JobRun> running = work.reportedRuns();
        eventLoop.accept(() -> running.forEach(run -> events.accept(new ProviderEvent.TasksInterrupted(run))));
      }
    }
  }

  private boolean isLastOfBag(PartExecution part) {
    BagId bag = part.id.call().bag();
    return parts.keySet().stream().noneMatch(id -> id.call().bag().equals(bag));
  }
}
