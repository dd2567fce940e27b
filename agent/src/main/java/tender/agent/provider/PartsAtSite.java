package tender.agent.provider;

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
import tender.agent.batch.Pilots;
import tender.agent.batch.Queue;
import tender.agent.batch.TaskFolders;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.JobId;
import tender.core.model.TaskSet;
import tender.core.provider.EndedRun;
import tender.core.provider.Event;
import tender.core.provider.HeldPart;
import tender.core.provider.Kept;
import tender.core.provider.Run;
import tender.core.provider.Sighting;
import tender.work.WorkOrder;

/**
 * All parts that the agent holds or does, and what is set in motion for each: its work is fetched,
 * its tasks submitted, its results handed over. All of it happens on the thread that decides.
 */
final class PartsAtSite {
  private static final Logger LOG = System.getLogger(PartsAtSite.class.getName());

  /** Folders of more are not made before the first of them runs. */
  private static final int MOST_PILOT_TASKS = 20_000;

  /** So many packs of a part are on their way at a time: while one is stored, another is made. */
  private static final int MOST_DELIVERIES = 3;

  private final ProviderSettings settings;
  private final Hands hands;
  private final Clock clock;
  private final Witness witness;
  private final Consumer<Event> tell;
  private final Consumer<Runnable> later;
  private final Map<ReservationId, PartAtSite> parts = new LinkedHashMap<>();
  private final PilotCourtesy courtesy = new PilotCourtesy();
  private int largestArray = 1;
  private int processors = 1;
  private Queue queue = new Queue(List.of(), List.of(), List.of(), List.of());

  /**
   * @param tell what core is to hear
   * @param later runs something on the thread that decides
   */
  PartsAtSite(
      ProviderSettings settings,
      Hands hands,
      Clock clock,
      Witness witness,
      Consumer<Event> tell,
      Consumer<Runnable> later) {
    this.settings = settings;
    this.hands = hands;
    this.clock = clock;
    this.witness = witness;
    this.tell = tell;
    this.later = later;
  }

  void largestArray(int tasks) {
    largestArray = tasks;
  }

  /** Finds the parts of an earlier life. */
  void takeOver(List<Kept> kept, TaskFolders folders) throws IOException {
    for (Kept one : kept) {
      HeldPart part = one.part().orElse(null);
      if (part != null) {
        PartAtSite atSite = new PartAtSite(one.id(), part, folders.part(one.id()));
        atSite.held = true;
        StoredChunks.read(atSite);
        add(atSite);
        if (part.isCommitted()) {
          witness.resumed(part, clock.millis());
        }
      }
    }
  }

  void add(PartAtSite part) {
    parts.put(part.id, part);
  }

  @Nullable PartAtSite get(ReservationId id) {
    return parts.get(id);
  }

  Collection<PartAtSite> all() {
    return parts.values();
  }

  /** How many run tasks of parts, or pilots, as the queue was last seen. */
  int processorsInUse() {
    Map<String, Integer> widths = new LinkedHashMap<>();
    parts.values().forEach(part -> widths.put(part.name, part.part.job().width()));
    return queue.own().stream()
        .filter(OwnTask::running)
        .mapToInt(task -> widths.getOrDefault(PartAtSite.nameOf(task.jobName()), 0))
        .sum();
  }

  /** How many processors a task needs of whichever part needs most. */
  int widest() {
    return parts.values().stream().mapToInt(part -> part.part.job().width()).max().orElse(1);
  }

  /**
   * What core is told to run when all is planned anew, on so many processors: what seems to be more
   * than they have room for is told when others have ended.
   */
  List<Run> toldRunning(int processors) {
    List<Run> running = new ArrayList<>();
    int room = processors;
    for (PartAtSite part : parts.values()) {
      PartWork work = part.work;
      if (work != null) {
        running.addAll(work.toldRunning(room / work.job().width()));
        room -= work.runningTasks() * work.job().width();
      }
    }
    return running;
  }

  /** The arrays of a part that are with the batch system and may wait there. */
  List<String> waitingArrays(JobId id) {
    for (PartAtSite part : parts.values()) {
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
  record Seen(List<Run> finished, List<Run> stopped, List<Run> started, int processors) {}

  Seen see(Queue queue, int processors, long askedMillis) {
    this.queue = queue;
    this.processors = processors;
    List<Run> finished = new ArrayList<>();
    List<Run> stopped = new ArrayList<>();
    List<Run> started = new ArrayList<>();
    int taken = 0;
    for (PartAtSite part : parts.values()) {
      PartWork work = part.work;
      if (work != null) {
        PartWork.Seen seen =
            part.see(
                work,
                queue,
                hands.evidence(part),
                askedMillis,
                (processors - taken) / work.job().width());
        finished.addAll(seen.finished());
        stopped.addAll(seen.stopped());
        started.addAll(seen.started());
        taken += part.processors(work);
      }
    }
    int needed = courtesy.processorsFor(queue.local(), processors - taken);
    for (PartAtSite part : parts.values()) {
      needed -= needed > 0 ? part.askPilotsToLeave(needed) : 0;
    }
    return new Seen(finished, stopped, started, taken);
  }

  /** It is done, and its results are with the market. */
  void clear(ReservationId id) {
    PartAtSite done = parts.remove(id);
    if (done != null) {
      hands.clear(done, isLastOfItsBag(done));
    }
  }

  /** It is ours to do from now on. */
  void committed(PartAtSite part) {
    witness.committed(part.part, clock.millis());
    work(part);
  }

  /** Sets somebody to whatever is to be done for a part. */
  void work(PartAtSite part) {
    if (!part.part.isCommitted()) {
      return;
    }
    if (!part.busy) {
      submit(part);
    }
    PartWork work = part.work;
    while (work != null && part.deliveries < MOST_DELIVERIES) {
      Map<Integer, Integer> finished = work.handOver(Hands.PACK_TASKS);
      if (finished.isEmpty()) {
        return;
      }
      part.deliveries++;
      hands.deliver(
          part, work, finished, done -> later.accept(() -> delivered(part, work, finished, done)));
    }
  }

  private int jobsInFlight() {
    return parts.values().stream().mapToInt(PartAtSite::jobsInFlight).sum();
  }

  private void submit(PartAtSite part) {
    PartWork work = part.work;
    if (work == null) {
      part.busy = true;
      hands.prepare(part, order -> later.accept(() -> prepared(part, order)));
      return;
    }
    if (part.nextToSubmit() == null && work.hasToDo()) {
      int room = Math.min(settings.tasksQueuedAtMost() - jobsInFlight(), largestArray);
      if (room > 0) {
        takeChunks(part, work, room);
      }
    }
    String chunk = part.nextToSubmit();
    if (chunk != null) {
      part.busy = true;
      hands.submit(
          part,
          work.order(),
          chunk,
          processors,
          submission -> later.accept(() -> submitted(part, work, chunk, submission)));
    }
  }

  /** Takes tasks for one array, or for several of pilots. */
  private void takeChunks(PartAtSite part, PartWork work, int room) {
    List<Pilots> planned = List.of();
    PilotPlanner planner =
        new PilotPlanner(
            settings.pilots(), work.job(), hands.limitMillis(work.order().runtimeMillis()));
    if (planner.wantsPilots()) {
      long nowMillis = clock.millis();
      planned =
          planner
              .beside(queue, part.name, nowMillis)
              .plan(Math.min(work.toDo(), MOST_PILOT_TASKS), processors, room, nowMillis);
    }
    // A pilot for each task would be nothing but an array.
    if (planned.stream().allMatch(pilots -> pilots.pilots() == pilots.tasks())) {
      String name = part.nextChunkName();
      part.addChunk(name, work.takeChunk(name, room), Optional.empty());
      return;
    }
    for (Pilots pilots : planned) {
      String name = part.nextChunkName();
      part.addChunk(name, work.takeChunk(name, pilots.tasks()), Optional.of(pilots));
    }
  }

  private void prepared(PartAtSite part, Optional<WorkOrder> order) {
    part.busy = false;
    if (order.isPresent() && parts.get(part.id) == part) {
      TaskSet tasks = part.part.tasks().minus(part.part.ended());
      PartWork work = new PartWork(part.part.job(), order.get(), tasks);
      part.chunks().forEach(work::adopt);
      part.work = work;
      work(part);
    }
  }

  private void submitted(
      PartAtSite part, PartWork work, String chunk, Hands.Submission submission) {
    part.busy = false;
    switch (submission) {
      case DONE -> {
        part.submitted(chunk);
        work.submitted(part.tasksOf(chunk), clock.millis());
        witness.submitted(part.id, part.tasksOf(chunk).size(), part.jobsOf(chunk));
        if (parts.get(part.id) == part) {
          work(part);
        } else {
          // It was released while it was being submitted.
          hands.stop(part, isLastOfItsBag(part));
        }
      }
      case REFUSED -> {
        part.submitted(chunk);
        work.notSubmitted(part.tasksOf(chunk));
      }
      // The next look at the queue tries again.
      case UNKNOWN -> {}
    }
  }

  private void delivered(
      PartAtSite part, PartWork work, Map<Integer, Integer> finished, Hands.Delivered done) {
    part.deliveries--;
    EndedRun ended = work.delivered(finished, done.tasks(), done.ranMillis());
    if (parts.get(part.id) == part && !done.tasks().isEmpty()) {
      Sighting sighting =
          new Sighting(List.of(), List.of(ended), List.of(), List.of(), List.of(), List.of());
      long nowMillis = clock.millis();
      tell.accept(new Event.QueueSeen(sighting));
      if (part.part.isAllEnded()) {
        witness.ended(part.part, nowMillis);
      }
      work(part);
    }
  }

  /** Tasks that started last have the least to lose. */
  void makeRoom(Courtesy.Room room) {
    int left = room.processors();
    for (PartAtSite part : parts.values()) {
      if (room.giveHolds() && part.held) {
        LOG.log(Level.INFO, "{0}: gives back its processors to local users.", part.id);
        part.held = false;
        hands.giveBack(part);
      }
      PartWork work = part.work;
      if (work != null && left > 0) {
        List<Integer> youngest = work.runningYoungestFirst();
        int tasks = Math.min(youngest.size(), Math.ceilDiv(left, work.job().width()));
        if (tasks > 0) {
          LOG.log(Level.INFO, "{0}: {1} tasks make room for local users.", part.id, tasks);
        }
        for (int task : youngest.subList(0, tasks)) {
          part.placeOf(task, work).ifPresent(place -> hands.cancel(part, place));
        }
        left -= tasks * work.job().width();
      }
    }
  }

  /** Nothing more is done for it. */
  void stop(ReservationId id) {
    PartAtSite gone = parts.remove(id);
    if (gone != null) {
      if (gone.part.isCommitted()) {
        witness.released(gone.part, clock.millis());
      }
      hands.stop(gone, isLastOfItsBag(gone));
      PartWork work = gone.work;
      if (work != null) {
        // Nobody looks at them from now on, and core would count their processors as taken.
        List<Run> running = work.toldRunning();
        later.accept(() -> running.forEach(run -> tell.accept(new Event.TasksStopped(run))));
      }
    }
  }

  private boolean isLastOfItsBag(PartAtSite part) {
    BagId bag = part.id.call().bag();
    return parts.keySet().stream().noneMatch(id -> id.call().bag().equals(bag));
  }
}
