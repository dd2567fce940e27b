package tender.agent.planning;

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
import tender.agent.estimate.TaskTimeEstimator;
import tender.agent.execution.BatchExecutor;
import tender.agent.execution.ExecutionSettings;
import tender.agent.execution.MarketPort;
import tender.agent.execution.PartListener;
import tender.agent.execution.PartManager;
import tender.agent.files.BagInputs;
import tender.agent.files.Datasets;
import tender.agent.lending.LocalJobPreemption;
import tender.agent.owner.CapacitySetting;
import tender.agent.owner.ClusterControl;
import tender.agent.owner.ClusterView;
import tender.agent.owner.DisclosureLog;
import tender.agent.owner.OwnerState;
import tender.agent.reservation.PartReserver;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.promise.Slack;
import tender.core.provider.ProviderStateMachine;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.QueueDelta;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.ReservedPart;
import tender.core.resource.Misfit;

/**
 * Drives core's {@link ProviderStateMachine provider} next to a batch system. The event loop passes
 * it the market's messages and the state of the queue, and executes its effects. Slow work, such as
 * moving files and creating folders, runs on other threads ({@link BatchExecutor}).
 *
 * <p>While the batch system is unreachable, the agent makes no promises: it ignores calls,
 * reservations and inquiries, so that the market uses other providers.
 */
public final class ProviderDriver implements ClusterControl, AutoCloseable {
  private static final Logger LOG = System.getLogger(ProviderDriver.class.getName());

  /** The agent makes no promises if the last read of the queue is older. */
  private static final long STALE_AFTER_MILLIS = 10 * Time.SECOND_MILLIS;

  /** Time in which the link to the market is normally established. */
  private static final long CONNECTED_WITHIN_MILLIS = 10 * Time.SECOND_MILLIS;

  private static final long IDLE_POLL_MILLIS = 2 * Time.SECOND_MILLIS;

  private final ProviderSettings settings;
  private final BatchSystem batch;
  private final MarketPort market;
  private final Journal journal;
  private final DisclosureLog disclosures;
  final MarketPolling polling;
  private final Clock clock;
  private final BatchExecutor executor;
  private final TaskTimeEstimator estimator;
  private final EstimateRequests estimates;
  private final EventLoop eventLoop = new EventLoop();
  private final PartManager parts;
  private final PartReserver reserver;
  private final LocalJobPreemption preemption;
  private final LocalLoadReporter localLoad = new LocalLoadReporter();
  private final QueueOrder queueOrder;
  private final Publisher publisher;
  private final OwnerState owner;
  private final ClusterCapacity capacity;
  private final Optional<TimeSharing> timeSharing;
  private final ProviderTimer timer;
  private ProviderStateMachine provider;
  private LocalJobReporter localJobs;
  private QueueSnapshot queue = QueueSnapshot.EMPTY;
  private Cluster planned;
  private long queueReadMillis;

  /** Recovers the state of an earlier run, if there was one. */
  public ProviderDriver(
      ProviderSettings settings,
      BatchSystem batch,
      WorkFolder workFolder,
      MarketPort market,
      Datasets datasets,
      Path state,
      Clock clock,
      PartListener listener)
      throws IOException {
    this.settings = settings;
    this.batch = batch;
    this.market = market;
    this.clock = clock;
    timer = new ProviderTimer(eventLoop, clock, () -> handle(new ProviderEvent.TimerFired()));
    journal = new Journal(state.resolve("journal"));
    disclosures = DisclosureLog.open(state, settings.disclosureLog(), clock);
    BagInputs inputs = new BagInputs(workFolder.path(), market::fetch, datasets);
    estimator =
        new TaskTimeEstimator(
            settings.estimates(), batch, workFolder, inputs, market::describe, state, clock);
    estimates =
        new EstimateRequests(
            estimator, eventLoop, disclosures, this::isQueueStale, () -> planned, this::handle);
    ExecutionSettings execution = settings.execution();
    executor =
        new BatchExecutor(
            execution, batch, workFolder, market, disclosures, inputs, estimator, listener);
    parts =
        new PartManager(
            execution, executor, workFolder, clock, listener, this::handle, eventLoop::submit);
    polling =
        MarketPolling.of(
            workFolder,
            market,
            disclosures,
            new DeletedBagCleaner(
                market, eventLoop, journal, parts, executor, workFolder.path(), this::handle));
    reserver = new PartReserver(batch, execution, clock);
    preemption = new LocalJobPreemption(settings.mode());
    queueOrder = new QueueOrder(parts, executor);
    publisher = new Publisher(settings.publish(), market, disclosures);
    workFolder.install();
    owner = new OwnerState(state);
    capacity = new ClusterCapacity(settings, batch, owner, estimator.speed(), clock.millis());
    parts.setMaxArraySize(capacity.cluster().maxArraySize());
    timeSharing = TimeSharing.of(settings, batch, parts, this::handle);
    parts.recover(journal.read());
    planned = capacity.planned(parts.maxTaskWidth());
    localJobs = localJobs();
    provider = recoverProvider(List.of());
  }

  /** Starts to poll the queue. */
  public void start() {
    eventLoop.submit(this::poll);
    eventLoop.schedule(CONNECTED_WITHIN_MILLIS, estimator::resume);
    polling.start();
  }

  /**
   * Handles a message of the market. When this returns, all state that must survive a restart is
   * stored.
   */
  public void received(Message.ToProvider message) {
    eventLoop.call(Executors.callable(() -> handleMessage(message)));
  }

  /** Reconciles the journal with a market whose database was restored. */
  public JournalReporter journalReporter() {
    return new JournalReporter(journal, settings.terms(), eventLoop, this::handle);
  }

  /** How long the data of a bag takes. Pass it before the call whose offers include it. */
  public void expect(ProviderEvent.TransferExpected transfer) {
    eventLoop.submit(() -> handle(transfer));
  }

  /**
   * Answers a call without offers.
   *
   * @param misfit what the tasks need and the provider does not have; empty if that is not the
   *     reason
   */
  public void decline(Message.Call call, Optional<Misfit> misfit) {
    eventLoop.submit(() -> send(EmptyOffer.to(call, settings, misfit, clock.millis())));
  }

  private void handleMessage(Message.ToProvider message) {
    if (message instanceof Message.Call call && mustDecline(call)) {
      decline(call, Optional.empty());
    } else if (!isQueueStale()
        || message instanceof Message.Release
        || message instanceof Message.ResultsAccepted) {
      // First, so that the final bill has everything that a released part has used.
      parts.usageBefore(message).ifPresent(this::handle);
      handle(new ProviderEvent.MessageReceived(message));
    }
  }

  private boolean mustDecline(Message.Call call) {
    return owner.refuses(call.id().bag()) || !capacity.cluster().canRun(call.bag());
  }

  @Override
  public ClusterView view() {
    return eventLoop.call(
        () ->
            new ClusterViewBuilder(settings, capacity, owner, parts)
                .build(provider, queue, planned.processors(), isQueueStale(), clock.millis()));
  }

  @Override
  public void setCapacity(CapacitySetting wanted) {
    eventLoop.call(Executors.callable(() -> owner.setCapacity(wanted)));
  }

  @Override
  public int cancelBag(BagId bag) {
    return eventLoop.call(() -> BagCancellation.cancel(bag, parts, owner, this::handle));
  }

  private boolean isQueueStale() {
    return clock.millis() - queueReadMillis > STALE_AFTER_MILLIS;
  }

  private LocalJobReporter localJobs() {
    return new LocalJobReporter(
        planned.processors(), Math.max(0, capacity.cluster().processors() - planned.processors()));
  }

  private ProviderStateMachine recoverProvider(List<JobRun> running) throws IOException {
    return new ProviderRecovery(settings, journal)
        .recover(planned, running, capacity.usesReservations(), clock.millis());
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
        case ProviderEffect.StoreReservation(ReservationRecord record) -> {
          journal.store(record);
          if (!updatePart(record, stopped.contains(record.id()))) {
            refused.add(record.id());
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
        case ProviderEffect.SetTimer(long instantMillis) -> timer.set(instantMillis);
        case ProviderEffect.SetShares(Map<ReservationId, Double> shares) ->
            timeSharing.ifPresent(sharing -> sharing.setShares(shares));
        // The batch system informs its users, and starts jobs itself.
        case ProviderEffect.LocalJobPromised promised -> {}
        case ProviderEffect.RequestEstimate(Message.Call call) -> estimates.request(call);
        case ProviderEffect.StartTasks start ->
            throw new IllegalStateException("Only the batch system starts tasks: " + start);
      }
    }
    if (!refused.isEmpty()) {
      // The batch system has newer jobs than the last read of the queue: read it again before
      // offering.
      EventLoop.runLogged(this::readQueue);
      refused.forEach(id -> handle(new ProviderEvent.ReservationFailed(id)));
    }
  }

  private void send(Message.ToMetascheduler unfiltered) {
    Message.ToMetascheduler message =
        new OfferHorizon(settings.mode()).limit(unfiltered, clock.millis());
    disclosures.sent(message);
    market.send(message);
    owner.recordSent(message, clock.millis());
  }

  /** Stores the change of a part. Returns false if the batch system refused the reservation. */
  private boolean updatePart(ReservationRecord record, boolean isStopping) {
    ReservedPart part = record.part().orElse(null);
    if (part == null) {
      // A part that is about to be stopped is still needed until then.
      if (!isStopping) {
        parts.finish(record.id());
      }
      return true;
    }
    if (parts.update(record.id(), part)) {
      return true;
    }
    PartReserver.Outcome outcome =
        capacity.usesReservations()
            ? reserver.reserve(record.id(), part.job(), queue, planned.processors())
            : PartReserver.Outcome.UNRESERVED;
    if (outcome == PartReserver.Outcome.FAILED) {
      return false;
    }
    parts.add(record.id(), part, outcome == PartReserver.Outcome.RESERVED);
    return true;
  }

  /** Reads the queue, informs core, and continues the work of all parts. */
  private void poll() {
    EventLoop.runLogged(
        () -> {
          refreshCapacity();
          readQueue();
          parts.advance();
          queueOrder.apply(localJobs);
          if (!owner.capacity().paused()) {
            publisher.publish(provider, clock.millis());
          }
        });
    long pauseMillis =
        parts.isEmpty() && estimator.isIdle()
            ? Math.max(IDLE_POLL_MILLIS, settings.pollMillis())
            : settings.pollMillis();
    eventLoop.schedule(pauseMillis, this::poll);
  }

  /** Restarts planning if nodes or their speed changed, or the owner changed the capacity. */
  private void refreshCapacity() {
    capacity.refresh(clock.millis());
    parts.setMaxArraySize(capacity.cluster().maxArraySize());
    Cluster wanted = capacity.planned(parts.maxTaskWidth());
    if (!wanted.equals(planned)) {
      LOG.log(Level.INFO, "Planned processors changed: cluster={0}", wanted);
      planned = wanted;
      restartProvider();
    }
  }

  private void restartProvider() {
    try {
      localJobs = localJobs();
      localLoad.reset();
      provider = recoverProvider(parts.limitReportedRuns(planned.processors()));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the journal.", e);
    }
  }

  private void readQueue() {
    long readMillis = clock.millis();
    QueueSnapshot read = batch.queue();
    queue = estimator.update(read, readMillis);
    int localInUse = localJobs.runningProcessors(queue.localJobs());
    var own = parts.update(queue, planned.processors(), localInUse, readMillis);
    int processorsToFree =
        preemption.processorsToFree(
            queue, capacity.cluster().processors(), own.processors(), readMillis);
    if (processorsToFree > 0) {
      parts.preempt(processorsToFree);
      estimator.preempt();
    }
    LocalJobReporter.JobChanges local =
        localJobs.update(queue.localJobs(), own.processors(), readMillis);
    own.started().addAll(local.started());
    queueReadMillis = clock.millis();
    owner.recordUsage(read, parts.processorsInUse(), queueReadMillis);
    localLoad
        .update(owner.usageHistory(), capacity.cluster().processors(), queueReadMillis)
        .ifPresent(this::handle);
    timeSharing.ifPresent(
        sharing -> sharing.endInterval(!own.finished().isEmpty(), queueReadMillis));
    handle(
        new ProviderEvent.QueueChanged(
            new QueueDelta(
                own.finished(),
                local.ended(),
                own.stopped(),
                local.gone(),
                local.submitted(),
                own.started(),
                capacity.observeNodes(queue, planned, parts, queueReadMillis))));
  }

  /** Stops the event loop. Running tasks continue, and the next start of the agent finds them. */
  @Override
  public void close() throws IOException {
    eventLoop.close();
    executor.close();
    polling.close();
    estimator.close();
    disclosures.close();
    owner.earnings().store();
  }
}
