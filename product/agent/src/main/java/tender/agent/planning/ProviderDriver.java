package tender.agent.planning;

import tender.agent.owner.ClusterView;
import tender.agent.execution.LocalJobPreemption;
import tender.agent.owner.DisclosureLog;
import tender.agent.owner.CapacitySetting;
import tender.agent.execution.BatchExecutor;
import tender.agent.execution.PartReserver;
import tender.agent.execution.MarketPort;
import tender.agent.owner.OwnerState;
import tender.agent.execution.PartExecution;
import tender.agent.execution.PartManager;
import tender.agent.execution.ProviderSettings;
import tender.agent.execution.PartListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.estimate.TaskTimeEstimate;
import tender.agent.estimate.TaskTimeEstimator;
import tender.agent.files.BagInputs;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Cluster;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.promise.Slack;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.ReservedPart;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.ProviderStateMachine;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.QueueDelta;

/**
 * An agent next to a batch system. One thread decides: it hears the market, looks at the queue,
 * hands both to core's {@link ProviderStateMachine provider}, and carries out what that wants. What takes
 * long, moving files and making folders, others do for it ({@link BatchExecutor}).
 *
 * <p>While the batch system cannot be reached the agent says nothing that it could not keep: it
 * lets calls, reservations and inquiries pass, so that the market counts on others.
 */
public final class ProviderDriver implements AutoCloseable {
  private static final Logger LOG = System.getLogger(ProviderDriver.class.getName());

  /** How long the last look at the queue may be ago for anything to be promised on it. */
  private static final long STALE_AFTER_MILLIS = 10 * Time.SECOND_MILLIS;

  /** After so long the link to the market is there, unless something is wrong. */
  private static final long CONNECTED_WITHIN_MILLIS = 10 * Time.SECOND_MILLIS;

  private static final long IDLE_POLL_MILLIS = 2 * Time.SECOND_MILLIS;

  private final ProviderSettings settings;
  private final BatchSystem batch;
  private final WorkFolder folders;
  private final MarketPort market;
  private final Journal journal;
  private final DisclosureLog disclosures;
  private final Clock clock;
  private final BatchExecutor executor;
  private final TaskTimeEstimator estimator;
  private final EventLoop eventLoop = new EventLoop();
  private final PartManager parts;
  private final PartReserver reserver;
  private final QueueOrder queueOrder;
  private final Publisher publisher;
  private final OwnerState owner;
  private final ClusterCapacity capacity;
  private final Optional<TimeSharing> timeSharing;
  private ProviderStateMachine provider;
  private LocalJobReporter localJobs;
  private QueueSnapshot queue = new QueueSnapshot(List.of(), List.of(), List.of(), List.of());
  private int processors;
  private long queueReadMillis;
  private long timerMillis = Time.NEVER;

  /** Takes over from an earlier life, if there was one. */
  public ProviderDriver(
      ProviderSettings settings,
      BatchSystem batch,
      WorkFolder folders,
      MarketPort market,
      Path state,
      Clock clock,
      PartListener witness)
      throws IOException {
    this.settings = settings;
    this.batch = batch;
    this.folders = folders;
    this.market = market;
    this.clock = clock;
    journal = new Journal(state.resolve("journal"));
    disclosures = new DisclosureLog(state.resolve("disclosures.log"), clock);
    BagInputs inputs = new BagInputs(folders.path(), market::fetch);
    estimator =
        new TaskTimeEstimator(settings.estimates(), batch, folders, inputs, market::describe, state, clock);
    executor = new BatchExecutor(settings, batch, folders, market, disclosures, inputs, estimator, witness);
    parts = new PartManager(settings, executor, clock, witness, this::handle, eventLoop::submit);
    reserver = new PartReserver(batch, executor, clock);
    queueOrder = new QueueOrder(parts, executor);
    publisher = new Publisher(settings.publish(), market, disclosures);
    folders.install();
    owner = new OwnerState(state);
    capacity = new ClusterCapacity(settings, batch, owner, clock.millis());
    parts.largestArray(capacity.cluster().maxArraySize());
    timeSharing = TimeSharing.of(settings, batch, parts, this::handle);
    parts.recover(journal.read(), folders);
    processors = capacity.processors(parts.maxTaskWidth());
    localJobs = localJobs();
    provider = recoverProvider(List.of());
  }

  /** Begins to look at the queue. */
  public void start() {
    eventLoop.submit(this::poll);
    eventLoop.schedule(CONNECTED_WITHIN_MILLIS, estimator::resume);
  }

  /** A message of the market; when this returns, what must outlive this process is stored. */
  public void received(Message.ToProvider message) {
    eventLoop.call(Executors.callable(() -> handleMessage(message)));
  }

  private void handleMessage(Message.ToProvider message) {
    if (message instanceof Message.Call call && mustDecline(call)) {
      send(EmptyOffer.to(call, settings, clock.millis()));
    } else if (!isQueueStale() || endsPart(message)) {
      handle(new ProviderEvent.MessageReceived(message));
    }
  }

  private boolean mustDecline(Message.Call call) {
    return owner.capacity().paused() || call.bag().width() > capacity.cluster().maxTaskWidth();
  }

  /** What the owner may see; nobody else. */
  public ClusterView view() {
    return eventLoop.call(
        () ->
            new ClusterViewBuilder(settings, capacity, owner, parts)
                .build(provider, queue, processors, isQueueStale(), clock.millis()));
  }

  /** What the owner wants from now on; the next look at the queue makes it so. */
  public void setCapacity(CapacitySetting wanted) {
    eventLoop.call(
        Executors.callable(
            () -> {
              LOG.log(Level.INFO, "The owner wants {0}.", wanted.describe());
              owner.setCapacity(wanted);
            }));
  }

  private boolean isQueueStale() {
    return clock.millis() - queueReadMillis > STALE_AFTER_MILLIS;
  }

  private static boolean endsPart(Message.ToProvider message) {
    return message instanceof Message.Release || message instanceof Message.ResultsAccepted;
  }

  private LocalJobReporter localJobs() {
    return new LocalJobReporter(processors, Math.max(0, capacity.cluster().processors() - processors));
  }

  private ProviderStateMachine recoverProvider(List<JobRun> running) throws IOException {
    return new ProviderRecovery(settings, journal)
        .recover(cluster(), running, capacity.usesReservations(), clock.millis());
  }

  private void handle(ProviderEvent event) {
    execute(provider.handle(event, clock.millis()));
  }

  private void execute(List<ProviderEffect> effects) {
    List<ReservationId> refused = new ArrayList<>();
    List<ReservationId> stopped =
        effects.stream()
            .filter(ProviderEffect.StopPart.class::isInstance)
            .map(effect -> ((ProviderEffect.StopPart) effect).id())
            .toList();
    for (ProviderEffect effect : effects) {
      switch (effect) {
        case ProviderEffect.StoreReservation(ReservationRecord kept) -> {
          journal.store(kept);
          if (!updatePart(kept, stopped.contains(kept.id()))) {
            refused.add(kept.id());
          }
        }
        case ProviderEffect.Send(Message.ToMetascheduler message) -> {
          boolean withdrawn =
              message instanceof Message.ReservationAnswer answer && refused.contains(answer.id());
          if (!withdrawn) {
            send(message);
          }
        }
        case ProviderEffect.StopPart(ReservationId id) -> parts.stop(id);
        case ProviderEffect.DeleteReservations(List<ReservationId> ids) -> {
          ids.forEach(journal::forget);
          owner.forget(ids);
        }
        case ProviderEffect.ReorderQueue(List<JobId> waiting) -> queueOrder.setOrder(waiting);
        case ProviderEffect.StoreSlack(Slack slack) -> journal.store(slack);
        case ProviderEffect.SetTimer(long instantMillis) -> scheduleTimer(instantMillis);
        case ProviderEffect.SetShares(Map<ReservationId, Double> shares) ->
            timeSharing.ifPresent(by -> by.setShares(shares));
        // The batch system tells its users, and starts what it will.
        case ProviderEffect.LocalJobPromised promised -> {}
        case ProviderEffect.RequestEstimate(Message.Call call) -> estimate(call);
        case ProviderEffect.StartTasks start -> throw new IllegalStateException("Not ours to start: " + start);
      }
    }
    if (!refused.isEmpty()) {
      // The batch system knows of jobs that have come since the last look; offer beside them.
      EventLoop.runLogged(this::readQueue);
      refused.forEach(id -> handle(new ProviderEvent.ReservationFailed(id)));
    }
  }

  private void send(Message.ToMetascheduler message) {
    disclosures.sent(message);
    market.send(message);
    owner.recordSent(message, clock.millis());
  }

  private void estimate(Message.Call call) {
    estimator.estimate(
        call.id().bag(),
        call.bag().estimateMillis(),
        estimate -> eventLoop.submit(() -> estimated(call.id(), estimate)));
  }

  /** Core is told in any case, but not while it would answer with offers made in the dark. */
  private void estimated(CallId call, TaskTimeEstimate estimate) {
    if (isQueueStale()) {
      eventLoop.schedule(IDLE_POLL_MILLIS, () -> estimated(call, estimate));
    } else {
      disclosures.estimated(call, estimate.source().name());
      handle(new ProviderEvent.EstimateReady(call, cluster().referenceMillis(estimate.millis())));
    }
  }

  private Cluster cluster() {
    return Cluster.of(processors);
  }

  /** Whether the batch system does its part too. */
  private boolean updatePart(ReservationRecord kept, boolean stops) {
    ReservedPart part = kept.part().orElse(null);
    if (part == null) {
      // What is about to be stopped must be known until then.
      if (!stops) {
        parts.finish(kept.id());
      }
      return true;
    }
    PartExecution atSite = parts.get(kept.id());
    if (atSite == null) {
      atSite = new PartExecution(kept.id(), part, folders.partFolder(kept.id()));
      if (capacity.usesReservations() && !reserver.reserve(atSite, queue, processors)) {
        return false;
      }
      parts.add(atSite);
    }
    boolean justCommitted = part.isCommitted() && !atSite.part.isCommitted();
    atSite.part = part;
    if (justCommitted) {
      parts.committed(atSite);
    }
    return true;
  }

  private void scheduleTimer(long instantMillis) {
    if (instantMillis != timerMillis) {
      timerMillis = instantMillis;
      if (instantMillis != Time.NEVER) {
        long delayMillis = Math.max(0, instantMillis - clock.millis());
        eventLoop.schedule(delayMillis, () -> fireTimer(instantMillis));
      }
    }
  }

  private void fireTimer(long forMillis) {
    if (forMillis == timerMillis) {
      timerMillis = Time.NEVER;
      handle(new ProviderEvent.TimerFired());
    }
  }

  /** Looks at the queue, tells core, and sets the hands to work. */
  private void poll() {
    EventLoop.runLogged(
        () -> {
          refreshCapacity();
          readQueue();
          parts.all().forEach(parts::advance);
          queueOrder.apply(localJobs);
          if (!owner.capacity().paused()) {
            publisher.publish(provider, clock.millis());
          }
        });
    long pauseMillis =
        parts.all().isEmpty() && estimator.isIdle()
            ? Math.max(IDLE_POLL_MILLIS, settings.pollMillis())
            : settings.pollMillis();
    eventLoop.schedule(pauseMillis, this::poll);
  }

  /** Nodes come and go, and owners give more or less; then all is planned anew. */
  private void refreshCapacity() {
    capacity.refresh(clock.millis());
    parts.largestArray(capacity.cluster().maxArraySize());
    int wanted = capacity.processors(parts.maxTaskWidth());
    if (wanted != processors) {
      LOG.log(Level.INFO, "{0} processors are given from now on.", wanted);
      processors = wanted;
      restartProvider();
    }
  }

  private void restartProvider() {
    try {
      localJobs = localJobs();
      provider = recoverProvider(parts.reportedRuns(processors));
    } catch (IOException e) {
      throw new UncheckedIOException("The journal cannot be read.", e);
    }
  }

  private void readQueue() {
    long askedMillis = clock.millis();
    queue = estimator.update(batch.queue(), askedMillis);
    PartManager.PartsUpdate own = parts.update(queue, processors, askedMillis);
    LocalJobPreemption.Preemption room =
        new LocalJobPreemption(capacity.cluster().processors()).processorsToFree(queue, own.processors(), askedMillis);
    parts.preempt(room);
    if (!room.equals(LocalJobPreemption.Preemption.NONE)) {
      estimator.preempt();
    }
    LocalJobReporter.JobChanges local = localJobs.update(queue.localJobs(), own.processors(), askedMillis);
    own.started().addAll(local.started());
    queueReadMillis = clock.millis();
    owner.recordUsage(queue, parts.processorsInUse(), queueReadMillis);
    timeSharing.ifPresent(by -> by.endInterval(!own.finished().isEmpty(), queueReadMillis));
    handle(
        new ProviderEvent.QueueChanged(
            new QueueDelta(
                own.finished(),
                local.ended(),
                own.stopped(),
                local.gone(),
                local.submitted(),
                own.started())));
  }

  /** Stops deciding; tasks go on, and the next life of the agent finds them. */
  @Override
  public void close() throws IOException {
    eventLoop.close();
    executor.close();
    estimator.close();
    disclosures.close();
    owner.earnings().store();
  }
}
