package tender.agent.execution;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.agent.batch.OwnTask;
import tender.agent.batch.QueueSnapshot;
import tender.agent.owner.ClusterView;
import tender.agent.retry.FailureLog;
import tender.agent.retry.RetryBackoff;
import tender.agent.tasks.ChunkRecovery;
import tender.agent.tasks.PartChunks;
import tender.agent.tasks.PartIdentity;
import tender.agent.tasks.TaskChunk;
import tender.agent.tasks.TaskTracker;
import tender.agent.tasks.TasksUpdate;
import tender.agent.usage.JobKey;
import tender.agent.usage.UsageLog;
import tender.agent.usage.UsageMeter;
import tender.bagfile.WorkOrder;
import tender.core.model.BagId;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.provider.state.EndedRun;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.QueueDelta;
import tender.core.provider.state.ReservedPart;

/**
 * One part from its reservation to its end: its state, its folder, its arrays and its tasks. Once
 * the part is committed, it fetches the work, submits the tasks, tracks them in the queue and
 * delivers their results. Slow work runs in the {@link BatchExecutor}; everything else on the event
 * loop.
 */
final class PartExecution {
  private static final Logger LOG = System.getLogger(PartExecution.class.getName());

  private final PartServices services;
  private final PartEnvironment environment;
  private final PartIdentity identity;
  private final PartChunks chunks = new PartChunks();
  private final PartDelivery delivery;
  private final PaidLimit paidLimit;
  private final UsageMeter usage;
  private final TaskReconciler reconciler;
  private final RetryBackoff backoff = new RetryBackoff();
  private final FailureLog failures;
  private final ChunkPlanner chunkPlanner;
  private ReservedPart part;
  private volatile boolean isReserved;
  private boolean isRemoved;
  private boolean isSubmitting;
  private @Nullable TaskTracker tasks;

  PartExecution(
      PartServices services,
      PartEnvironment environment,
      PartIdentity identity,
      ReservedPart part,
      boolean isReserved) {
    this.services = services;
    this.environment = environment;
    this.identity = identity;
    this.part = part;
    this.isReserved = isReserved;
    delivery = new PartDelivery(services, identity);
    paidLimit = new PaidLimit(services, identity);
    usage = new UsageMeter(new UsageLog(services.usageFolder().resolve(identity.name())));
    reconciler = new TaskReconciler(identity, chunks, services.executor(), usage);
    chunkPlanner = new ChunkPlanner(services, environment, identity, chunks, backoff);
    failures = new FailureLog(task -> services.executor().stderrTail(identity, task));
  }

  /** Continues a part that an earlier run of the agent has left. */
  void recover() throws IOException {
    ChunkRecovery.read(identity.folder()).forEach(chunks::add);
    if (part.isCommitted()) {
      services.listener().resumed(part, services.clock().millis());
    }
  }

  /** Takes over a change of the reservation; the part starts when it is committed. */
  void update(ReservedPart changed) {
    boolean isJustCommitted = changed.isCommitted() && !part.isCommitted();
    part = changed;
    if (isJustCommitted) {
      services.listener().committed(part, services.clock().millis());
      advance();
    }
  }

  String name() {
    return identity.name();
  }

  BagId bag() {
    return identity.bag();
  }

  Path folder() {
    return identity.folder().path();
  }

  boolean isCommitted() {
    return part.isCommitted();
  }

  long deadlineMillis() {
    return part.job().deadlineMillis();
  }

  /** When a running job of this part is expected to leave its node; empty for other jobs. */
  Optional<Long> expectedEndMillis(OwnTask job, long nowMillis) {
    // A pilot that ends a task starts the next one, which the plan counts as waiting.
    return chunks
        .find(job.jobName())
        .map(chunk -> chunk.hasPilots() ? nowMillis : job.startedMillis())
        .map(fromMillis -> fromMillis + part.job().durationMillis());
  }

  /** Processors per task. */
  int width() {
    return part.job().width();
  }

  boolean isFor(JobId job) {
    return part.job().id().equals(job);
  }

  /** The arrays that have been submitted, and may wait in the queue. */
  List<String> submittedChunks() {
    return chunks.submittedNames();
  }

  /** For the owner. */
  ClusterView.PartProgress progress(Map<JobId, Long> expectedEndMillis) {
    return PartProgressView.of(
        identity,
        services.executor().user(identity.bag()),
        part,
        expectedEndMillis.getOrDefault(part.job().id(), Time.NEVER));
  }

  /** Starts the next steps of a committed part: fetch, submit, deliver. */
  void advance() {
    if (!part.isCommitted()) {
      return;
    }
    if (!isSubmitting && !paidLimit.isReached()) {
      fetchOrSubmit();
    }
    if (tasks != null) {
      delivery.deliverFinished(tasks, this::delivered);
    }
  }

  private void fetchOrSubmit() {
    TaskTracker tracker = tasks;
    if (tracker == null) {
      isSubmitting = true;
      services.executor().prepare(identity, order -> onEventLoop(() -> prepared(order)));
      return;
    }
    if (chunks.nextToSubmit() == null) {
      int slots = environment.freeJobSlots();
      if (slots > 0) {
        chunkPlanner.createChunks(tracker, slots, jobsInFlight());
      }
    }
    TaskChunk chunk = chunks.nextToSubmit();
    if (chunk != null) {
      isSubmitting = true;
      int maxRunning = Math.max(1, environment.processors() / width());
      services
          .executor()
          .submit(
              identity,
              tracker.order(),
              new BatchExecutor.ArrayRequest(
                  chunk, tracker.request(chunk), width(), maxRunning, this::reservationName),
              result -> onEventLoop(() -> submitted(tracker, chunk, result)));
    }
  }

  private Optional<String> reservationName() {
    return isReserved ? Optional.of(identity.name()) : Optional.empty();
  }

  private void onEventLoop(Runnable action) {
    services.eventLoop().accept(action);
  }

  private void prepared(Optional<WorkOrder> order) {
    isSubmitting = false;
    if (isRemoved) {
      delete(chunks.jobsByName());
    } else if (order.isPresent()) {
      TaskTracker tracker =
          new TaskTracker(part.job(), order.get(), part.tasks().minus(part.endedTasks()));
      chunks.all().forEach(chunk -> tracker.recoverChunk(chunk.name(), chunk.tasks()));
      tracker.recoverExits(identity.taskExits());
      tasks = tracker;
      advance();
    }
  }

  private void submitted(TaskTracker tracker, TaskChunk chunk, BatchExecutor.SubmitResult result) {
    isSubmitting = false;
    switch (result) {
      case SUBMITTED -> {
        chunks.markSubmitted(chunk);
        backoff.submitted(services.clock().millis());
        tracker.submitted(chunk.tasks(), services.clock().millis());
        services.listener().submitted(identity.id(), chunk.tasks().size(), chunk.jobs());
        if (isRemoved) {
          delete(chunks.jobsByName());
        } else {
          advance();
        }
      }
      case REFUSED -> {
        chunks.markSubmitted(chunk);
        tracker.returnToPending(chunk.tasks());
      }
      // The next poll submits the array again.
      case UNKNOWN -> {}
    }
  }

  private void delivered(EndedRun ended) {
    if (isRemoved) {
      return;
    }
    // First, so that the last report of results has the whole bill.
    services.events().accept(measuredUsage());
    services
        .events()
        .accept(
            new ProviderEvent.QueueChanged(
                new QueueDelta(
                    List.of(), List.of(ended), List.of(), List.of(), List.of(), List.of())));
    if (part.isAllEnded()) {
      services.listener().ended(part, services.clock().millis());
    }
    advance();
  }

  /** How long the part's tasks have run, for its bill. */
  ProviderEvent.UsageMeasured measuredUsage() {
    return new ProviderEvent.UsageMeasured(identity.id(), usage.usedMillis());
  }

  /** How many jobs the part has in the batch system at most, or is about to submit. */
  int jobsInFlight() {
    return tasks == null ? 0 : chunks.jobsInFlight(tasks);
  }

  /**
   * Limits the tasks that are reported to core as running.
   *
   * @param processors that they may use
   */
  List<JobRun> limitReportedRuns(int processors) {
    return tasks == null ? List.of() : tasks.reportedRuns(processors / width());
  }

  /** Processors of the tasks that are reported to core as running. */
  int reportedProcessors() {
    return tasks == null ? 0 : tasks.runningTasks() * width();
  }

  /** Processors of running tasks, including those of pilots that are between two tasks. */
  int usedProcessors() {
    return tasks == null ? 0 : reconciler.usedSlots(tasks) * width();
  }

  /**
   * Reconciles the tasks with the queue.
   *
   * @param processors that the tasks reported as running may use
   * @param readMillis when the queue was read
   */
  TasksUpdate updateTasks(QueueSnapshot queue, int processors, long readMillis) {
    TaskTracker tracker = tasks;
    if (tracker == null) {
      return TasksUpdate.NONE;
    }
    TasksUpdate update =
        reconciler
            .update(tracker, queue, readMillis, processors / width())
            .plus(paidLimit.enforce(tracker, chunks, part, usage.usedMillis()));
    failures.add(tracker.takeEnds());
    failures.nextReport(identity.id(), readMillis).ifPresent(services.executor()::report);
    backoff.queueRead(tracker.hasRetries(), failures.succeededTasks(), readMillis);
    return update;
  }

  /** Asks pilots to free this many processors, or all that they have; returns how many. */
  int requestPilotExit(int processors) {
    // Local jobs cannot use reserved processors, so an exit would only delay the part.
    int pilots = isReserved ? 0 : Math.ceilDiv(processors, width());
    return width() * reconciler.requestPilotExit(pilots);
  }

  /** Releases the part's reservation to local users. */
  void releaseReservation() {
    if (isReserved) {
      LOG.log(Level.INFO, "Reservation released to local users.", identity.id());
      isReserved = false;
      services.executor().releaseReservation(identity);
    }
  }

  /**
   * Cancels tasks to free processors for local users, those that started last first. They are
   * retried later.
   *
   * @return how many processors are freed
   */
  int preempt(int processors) {
    TaskTracker tracker = tasks;
    if (tracker == null || processors <= 0) {
      return 0;
    }
    List<Integer> youngest = tracker.runningYoungestFirst();
    int count = Math.min(youngest.size(), Math.ceilDiv(processors, width()));
    if (count > 0) {
      LOG.log(
          Level.INFO,
          "Tasks preempted by local users: tasks={0}",
          Integer.toString(count),
          identity.id());
    }
    for (int task : youngest.subList(0, count)) {
      tracker.markPreempted(task);
      reconciler
          .locate(tracker, task)
          .ifPresent(
              job -> {
                usage.waive(new JobKey(job.jobName(), job.arrayIndex()));
                services.executor().cancel(identity, job.jobName(), job.index());
              });
    }
    return count * width();
  }

  /** Ends a part whose results the market has accepted. Call it when the part has been removed. */
  void finish() {
    isRemoved = true;
    // A task that writes its own exit code could otherwise use its pilot beyond the last bill.
    delete(chunks.pilotsIn(environment.queue()));
    usage.delete();
  }

  /** Stops a part that the market has released. Call it when the part has been removed. */
  void stop() {
    isRemoved = true;
    if (part.isCommitted()) {
      services.listener().released(part, services.clock().millis());
    }
    delete(chunks.jobsByName());
    usage.delete();
    if (tasks != null) {
      // They are no longer tracked, and core would count their processors as used.
      List<JobRun> running = tasks.reportedRuns();
      onEventLoop(
          () ->
              running.forEach(
                  run -> services.events().accept(new ProviderEvent.TasksInterrupted(run))));
    }
  }

  /** Again after staging or submitting, if the part was released meanwhile. */
  private void delete(Map<String, Integer> jobs) {
    boolean isLastOfBag = !environment.hasPartsOf(identity.bag());
    services.executor().delete(identity, jobs, reservationName(), isLastOfBag);
  }
}
