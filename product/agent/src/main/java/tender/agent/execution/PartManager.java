package tender.agent.execution;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tender.agent.batch.OwnTask;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.owner.ClusterView;
import tender.agent.pilot.PilotPreemption;
import tender.agent.tasks.PartIdentity;
import tender.agent.tasks.TasksUpdate;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.JobId;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.ReservedPart;

/**
 * All parts that are reserved or committed here. It passes events to them, and distributes the
 * cluster's processors and job slots among them. Used by the event loop only.
 */
public final class PartManager {
  private final PartServices services;
  private final WorkFolder workFolder;
  private final PartEnvironment environment = new Environment();
  private final Map<ReservationId, PartExecution> parts = new LinkedHashMap<>();
  private final PilotPreemption pilotPreemption = new PilotPreemption();
  private int maxArraySize = 1;
  private int processors = 1;
  private QueueSnapshot queue = QueueSnapshot.EMPTY;

  /**
   * @param events receives events for core
   * @param eventLoop runs actions on the event loop
   */
  public PartManager(
      ExecutionSettings settings,
      BatchExecutor executor,
      WorkFolder workFolder,
      Clock clock,
      PartListener listener,
      Consumer<ProviderEvent> events,
      Consumer<Runnable> eventLoop) {
    services =
        new PartServices(
            settings,
            executor,
            workFolder.path().resolve("usage"),
            clock,
            listener,
            events,
            eventLoop);
    this.workFolder = workFolder;
  }

  /** What parts may ask about the cluster and each other. */
  private final class Environment implements PartEnvironment {
    @Override
    public QueueSnapshot queue() {
      return queue;
    }

    @Override
    public int processors() {
      return processors;
    }

    @Override
    public int freeJobSlots() {
      int inFlight = parts.values().stream().mapToInt(PartExecution::jobsInFlight).sum();
      return Math.min(services.settings().maxQueuedJobs() - inFlight, maxArraySize);
    }

    @Override
    public boolean hasPartsOf(BagId bag) {
      return parts.values().stream().anyMatch(part -> part.bag().equals(bag));
    }
  }

  public void setMaxArraySize(int tasks) {
    maxArraySize = tasks;
  }

  /** Recovers the parts of an earlier run of the agent. */
  public void recover(List<ReservationRecord> records) throws IOException {
    for (ReservationRecord record : records) {
      ReservedPart part = record.part().orElse(null);
      if (part != null) {
        // A reservation that does not exist is released without harm.
        PartExecution recovered = create(record.id(), part, /* isReserved= */ true);
        recovered.recover();
        parts.put(record.id(), recovered);
      }
    }
  }

  /**
   * Adds a new part.
   *
   * @param isReserved whether the batch system has reserved processors for it
   */
  public void add(ReservationId id, ReservedPart part, boolean isReserved) {
    parts.put(id, create(id, part, isReserved));
  }

  private PartExecution create(ReservationId id, ReservedPart part, boolean isReserved) {
    PartIdentity identity = PartIdentity.of(id, workFolder.partFolder(id));
    return new PartExecution(services, environment, identity, part, isReserved);
  }

  /** When a running job of a part is expected to leave its node; empty for other jobs. */
  public Optional<Long> expectedEndMillis(OwnTask job, long nowMillis) {
    return parts.values().stream()
        .flatMap(part -> part.expectedEndMillis(job, nowMillis).stream())
        .findFirst();
  }

  /** Updates a part; returns false if there is no such part. */
  public boolean update(ReservationId id, ReservedPart part) {
    PartExecution known = parts.get(id);
    if (known != null) {
      known.update(part);
    }
    return known != null;
  }

  /** How long the tasks of a part have run, if the message releases a committed part. */
  public Optional<ProviderEvent.UsageMeasured> usageBefore(Message.ToProvider message) {
    return message instanceof Message.Release(ReservationId id)
        ? Optional.ofNullable(parts.get(id))
            .filter(PartExecution::isCommitted)
            .map(PartExecution::measuredUsage)
        : Optional.empty();
  }

  /** Ends a part whose results the market has accepted. */
  public void finish(ReservationId id) {
    PartExecution removed = parts.remove(id);
    if (removed != null) {
      removed.finish();
    }
  }

  /** Stops a part that the market has released. */
  public void stop(ReservationId id) {
    PartExecution removed = parts.remove(id);
    if (removed != null) {
      removed.stop();
    }
  }

  /** Continues the work of all parts. */
  public void advance() {
    parts.values().forEach(PartExecution::advance);
  }

  /** The parts of a bag. */
  public List<ReservationId> ofBag(BagId bag) {
    return parts.keySet().stream().filter(id -> id.call().bag().equals(bag)).toList();
  }

  public boolean isEmpty() {
    return parts.isEmpty();
  }

  /** The folders of all committed parts. */
  public Map<ReservationId, Path> committedFolders() {
    Map<ReservationId, Path> folders = new LinkedHashMap<>();
    parts.forEach(
        (id, part) -> {
          if (part.isCommitted()) {
            folders.put(id, part.folder());
          }
        });
    return folders;
  }

  public Optional<Path> folder(ReservationId id) {
    return Optional.ofNullable(parts.get(id)).map(PartExecution::folder);
  }

  /** The progress of all parts, for the owner. */
  public List<ClusterView.PartProgress> progress(Map<JobId, Long> expectedEndMillis) {
    return parts.values().stream().map(part -> part.progress(expectedEndMillis)).toList();
  }

  /** Processors of running tasks and pilots, when the queue was last read. */
  public int processorsInUse() {
    Map<String, Integer> widths = new LinkedHashMap<>();
    parts.values().forEach(part -> widths.put(part.name(), part.width()));
    return queue.ownTasks().stream()
        .filter(OwnTask::running)
        .mapToInt(task -> widths.getOrDefault(PartIdentity.partNameOf(task.jobName()), 0))
        .sum();
  }

  /** Processors of the widest task of any part. */
  public int maxTaskWidth() {
    return parts.values().stream().mapToInt(PartExecution::width).max().orElse(1);
  }

  /**
   * The running tasks to report to a restarted core. Tasks that exceed the processors are reported
   * when others have ended.
   */
  public List<JobRun> limitReportedRuns(int processors) {
    List<JobRun> running = new ArrayList<>();
    int free = processors;
    for (PartExecution part : parts.values()) {
      running.addAll(part.limitReportedRuns(free));
      free -= part.reportedProcessors();
    }
    return running;
  }

  /** The arrays of a part that have been submitted, and may wait in the queue. */
  public List<String> waitingArrays(JobId job) {
    return parts.values().stream()
        .filter(part -> part.isFor(job))
        .findFirst()
        .map(PartExecution::submittedChunks)
        .orElse(List.of());
  }

  /**
   * Changes of all parts' tasks.
   *
   * @param processors that they use now
   */
  public record PartsUpdate(
      List<JobRun> finished, List<JobRun> stopped, List<JobRun> started, int processors) {}

  /**
   * Reconciles all parts with the queue.
   *
   * @param processors of the cluster
   * @param localProcessors used by local jobs that core knows as running; core cannot plan with
   *     more running tasks than fit beside them
   * @param readMillis when the queue was read
   */
  public PartsUpdate update(
      QueueSnapshot queue, int processors, int localProcessors, long readMillis) {
    this.queue = queue;
    this.processors = processors;
    List<JobRun> finished = new ArrayList<>();
    List<JobRun> stopped = new ArrayList<>();
    List<JobRun> started = new ArrayList<>();
    int used = 0;
    int reported = parts.values().stream().mapToInt(PartExecution::reportedProcessors).sum();
    for (PartExecution part : parts.values()) {
      reported -= part.reportedProcessors();
      int free = processors - localProcessors - reported;
      TasksUpdate update = part.updateTasks(queue, free, readMillis);
      reported += part.reportedProcessors();
      finished.addAll(update.finished());
      stopped.addAll(update.stopped());
      started.addAll(update.started());
      used += part.usedProcessors();
    }
    int needed = pilotPreemption.processorsToFree(queue.localJobs(), processors - used);
    for (PartExecution part : parts.values()) {
      needed -= needed > 0 ? part.requestPilotExit(needed) : 0;
    }
    return new PartsUpdate(finished, stopped, started, used);
  }

  /** Frees processors for local users; the parts with the latest deadlines lose theirs first. */
  public void preempt(int processors) {
    int needed = processors;
    for (PartExecution part :
        parts.values().stream()
            .sorted(Comparator.comparingLong(PartExecution::deadlineMillis).reversed())
            .toList()) {
      if (needed > 0) {
        part.releaseReservation();
        needed -= part.preempt(needed);
      }
    }
  }
}
