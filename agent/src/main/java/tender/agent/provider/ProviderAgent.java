package tender.agent.provider;

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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.Queue;
import tender.agent.batch.Site;
import tender.agent.batch.TaskFolders;
import tender.agent.estimate.Estimate;
import tender.agent.estimate.Estimator;
import tender.agent.files.BagInputs;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Cluster;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.promise.Slack;
import tender.core.provider.Effect;
import tender.core.provider.Event;
import tender.core.provider.HeldPart;
import tender.core.provider.Kept;
import tender.core.provider.ProviderRules;
import tender.core.provider.Run;
import tender.core.provider.Sighting;

/**
 * An agent next to a batch system. One thread decides: it hears the market, looks at the queue,
 * hands both to core's {@link ProviderRules provider}, and carries out what that wants. What takes
 * long, moving files and making folders, others do for it ({@link Hands}).
 *
 * <p>While the batch system cannot be reached the agent says nothing that it could not keep: it
 * lets calls, reservations and inquiries pass, so that the market counts on others.
 */
public final class ProviderAgent implements AutoCloseable {
  private static final Logger LOG = System.getLogger(ProviderAgent.class.getName());

  /** How long the last look at the queue may be ago for anything to be promised on it. */
  private static final long BLIND_AFTER_MILLIS = 10 * Time.SECOND_MILLIS;

  private static final long LOOK_MILLIS = Time.MINUTE_MILLIS;

  /** After so long the link to the market is there, unless something is wrong. */
  private static final long CONNECTED_WITHIN_MILLIS = 10 * Time.SECOND_MILLIS;

  private static final long IDLE_POLL_MILLIS = 2 * Time.SECOND_MILLIS;

  private final ProviderSettings settings;
  private final BatchSystem batch;
  private final TaskFolders folders;
  private final MarketSide market;
  private final Journal journal;
  private final DisclosureLog disclosures;
  private final Clock clock;
  private final Hands hands;
  private final Estimator estimator;
  private final ScheduledExecutorService desk =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("tender-agent").factory());
  private final PartsAtSite parts;
  private final Holds holds;
  private final Line line;
  private final Publisher publisher;
  private Site site;
  private final Optional<TimeSharing> sharing;
  private ProviderRules provider;
  private LocalJobs localJobs;
  private Queue queue = new Queue(List.of(), List.of(), List.of(), List.of());
  private long seenMillis;
  private long lookedMillis;
  private long wakeMillis = Time.NEVER;

  /** Takes over from an earlier life, if there was one. */
  public ProviderAgent(
      ProviderSettings settings,
      BatchSystem batch,
      TaskFolders folders,
      MarketSide market,
      Path state,
      Clock clock)
      throws IOException {
    this.settings = settings;
    this.batch = batch;
    this.folders = folders;
    this.market = market;
    this.clock = clock;
    journal = new Journal(state.resolve("journal"));
    disclosures = new DisclosureLog(state.resolve("disclosures.log"), clock);
    BagInputs inputs = new BagInputs(folders.work(), market::fetch);
    estimator =
        new Estimator(settings.estimates(), batch, folders, inputs, market::describe, state, clock);
    hands = new Hands(settings, batch, folders, market, disclosures, inputs, estimator);
    parts = new PartsAtSite(settings, hands, clock, this::handle, this::onDeskLater);
    holds = new Holds(batch, hands, clock);
    line = new Line(parts, hands);
    publisher = new Publisher(settings.publishes(), market, disclosures);
    folders.install();
    site = batch.look();
    parts.largestArray(site.largestArray());
    lookedMillis = clock.millis();
    localJobs = localJobs();
    sharing = TimeSharing.of(settings, batch, parts, this::handle);
    parts.takeOver(journal.read(), folders);
    provider = resume(List.of());
  }

  /** Begins to look at the queue. */
  public void start() {
    desk.execute(this::tick);
    Future<?> _ = desk.schedule(estimator::resume, CONNECTED_WITHIN_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** A message of the market; when this returns, what must outlive this process is stored. */
  public void received(Message.ToProvider message) {
    onDesk(
        () -> {
          if (message instanceof Message.Call call && call.bag().width() > site.widestTask()) {
            say(NothingFor.call(call, settings, clock.millis()));
          } else if (!isBlind() || isFarewell(message)) {
            handle(new Event.Received(message));
          }
        });
  }

  private void onDesk(Runnable work) {
    try {
      desk.submit(work).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The agent is being stopped.", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private boolean isBlind() {
    return clock.millis() - seenMillis > BLIND_AFTER_MILLIS;
  }

  private static boolean isFarewell(Message.ToProvider message) {
    return message instanceof Message.Release || message instanceof Message.Accepted;
  }

  private LocalJobs localJobs() {
    int planned = plannedProcessors();
    return new LocalJobs(planned, Math.max(0, site.processors() - planned));
  }

  private int plannedProcessors() {
    return Math.max(1, Math.min(site.processors(), settings.processorsAtMost()));
  }

  private ProviderRules resume(List<Run> running) throws IOException {
    return new Lives(settings, journal).resume(cluster(), running, reserves(), clock.millis());
  }

  private boolean reserves() {
    return site.mayReserve() && settings.reserves();
  }

  private void handle(Event event) {
    carryOut(provider.handle(event, clock.millis()));
  }

  private void carryOut(List<Effect> effects) {
    List<ReservationId> refused = new ArrayList<>();
    List<ReservationId> stopped =
        effects.stream()
            .filter(Effect.Stop.class::isInstance)
            .map(effect -> ((Effect.Stop) effect).id())
            .toList();
    for (Effect effect : effects) {
      switch (effect) {
        case Effect.Remember(Kept kept) -> {
          journal.store(kept);
          if (!remember(kept, stopped.contains(kept.id()))) {
            refused.add(kept.id());
          }
        }
        case Effect.Send(Message.ToMetascheduler message) -> {
          boolean withdrawn =
              message instanceof Message.Answer answer && refused.contains(answer.id());
          if (!withdrawn) {
            say(message);
          }
        }
        case Effect.Stop(ReservationId id) -> parts.stop(id);
        case Effect.Forget(List<ReservationId> ids) -> ids.forEach(journal::forget);
        case Effect.Order(List<JobId> waiting) -> line.wanted(waiting);
        case Effect.Learned(Slack slack) -> journal.store(slack);
        case Effect.WakeAt(long instantMillis) -> wakeAt(instantMillis);
        case Effect.Share(Map<ReservationId, Double> shares) ->
            sharing.ifPresent(by -> by.share(shares));
        // The batch system tells its users, and starts what it will.
        case Effect.LocalPromised promised -> {}
        case Effect.Estimate(Message.Call call) -> estimate(call);
        case Effect.Start start -> throw new IllegalStateException("Not ours to start: " + start);
      }
    }
    if (!refused.isEmpty()) {
      // The batch system knows of jobs that have come since the last look; offer beside them.
      guarded(this::see);
      refused.forEach(id -> handle(new Event.CannotHold(id)));
    }
  }

  private void say(Message.ToMetascheduler message) {
    disclosures.said(message);
    market.send(message);
  }

  private void estimate(Message.Call call) {
    estimator.estimate(
        call.id().bag(),
        call.bag().estimateMillis(),
        estimate -> onDeskLater(() -> estimated(call.id(), estimate)));
  }

  /** Core is told in any case, but not while it would answer with offers made in the dark. */
  private void estimated(CallId call, Estimate estimate) {
    if (isBlind()) {
      Future<?> _ =
          desk.schedule(
              () -> guarded(() -> estimated(call, estimate)),
              IDLE_POLL_MILLIS,
              TimeUnit.MILLISECONDS);
    } else {
      disclosures.estimated(call, estimate.origin().name());
      handle(new Event.Estimated(call, cluster().referenceMillis(estimate.millis())));
    }
  }

  private Cluster cluster() {
    return Cluster.of(plannedProcessors());
  }

  /** Whether the batch system does its part too. */
  private boolean remember(Kept kept, boolean stops) {
    HeldPart part = kept.part().orElse(null);
    if (part == null) {
      // What is about to be stopped must be known until then.
      if (!stops) {
        parts.clear(kept.id());
      }
      return true;
    }
    PartAtSite atSite = parts.get(kept.id());
    if (atSite == null) {
      atSite = new PartAtSite(kept.id(), part, folders.part(kept.id()));
      if (reserves() && !holds.hold(atSite, queue, plannedProcessors())) {
        return false;
      }
      parts.add(atSite);
    }
    boolean justCommitted = part.isCommitted() && !atSite.part.isCommitted();
    atSite.part = part;
    if (justCommitted) {
      parts.work(atSite);
    }
    return true;
  }

  private void wakeAt(long instantMillis) {
    if (instantMillis != wakeMillis) {
      wakeMillis = instantMillis;
      if (instantMillis != Time.NEVER) {
        long delayMillis = Math.max(0, instantMillis - clock.millis());
        Future<?> _ = desk.schedule(() -> wake(instantMillis), delayMillis, TimeUnit.MILLISECONDS);
      }
    }
  }

  private void wake(long forMillis) {
    if (forMillis == wakeMillis) {
      wakeMillis = Time.NEVER;
      guarded(() -> handle(new Event.Woken()));
    }
  }

  /** Looks at the queue, tells core, and sets the hands to work. */
  private void tick() {
    guarded(
        () -> {
          lookAgain();
          see();
          parts.all().forEach(parts::work);
          line.keep(localJobs);
          publisher.publish(provider, clock.millis());
        });
    long pauseMillis =
        parts.all().isEmpty() && estimator.isIdle()
            ? Math.max(IDLE_POLL_MILLIS, settings.pollMillis())
            : settings.pollMillis();
    Future<?> _ = desk.schedule(this::tick, pauseMillis, TimeUnit.MILLISECONDS);
  }

  private static void guarded(Runnable work) {
    try {
      work.run();
    } catch (BatchSystemException e) {
      LOG.log(Level.WARNING, "The batch system: {0}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "The agent stumbled and goes on.", e);
    }
  }

  /** Nodes come and go; then all is planned anew. */
  private void lookAgain() {
    long nowMillis = clock.millis();
    if (nowMillis - lookedMillis < LOOK_MILLIS) {
      return;
    }
    lookedMillis = nowMillis;
    Site fresh = batch.look();
    boolean changed = fresh.processors() != site.processors();
    site = fresh;
    parts.largestArray(site.largestArray());
    if (changed) {
      LOG.log(Level.INFO, "The cluster now has {0} processors.", site.processors());
      replan();
    }
  }

  private void replan() {
    try {
      List<Run> running = new ArrayList<>();
      for (PartAtSite part : parts.all()) {
        if (part.work != null) {
          running.addAll(part.work.toldRunning());
        }
      }
      localJobs = localJobs();
      provider = resume(running);
    } catch (IOException e) {
      throw new UncheckedIOException("The journal cannot be read.", e);
    }
  }

  private void see() {
    long askedMillis = clock.millis();
    queue = estimator.see(batch.queue(), askedMillis);
    PartsAtSite.Seen own = parts.see(queue, plannedProcessors(), askedMillis);
    Courtesy.Room room =
        new Courtesy(site.processors()).needed(queue, own.processors(), askedMillis);
    parts.makeRoom(room);
    if (!room.equals(Courtesy.Room.NONE)) {
      estimator.giveWay();
    }
    LocalJobs.Changes local = localJobs.see(queue.local(), own.processors(), askedMillis);
    own.started().addAll(local.started());
    seenMillis = clock.millis();
    sharing.ifPresent(by -> by.see(!own.finished().isEmpty(), seenMillis));
    handle(
        new Event.QueueSeen(
            new Sighting(
                own.finished(),
                local.ended(),
                own.stopped(),
                local.gone(),
                local.submitted(),
                own.started())));
  }

  private void onDeskLater(Runnable work) {
    desk.execute(() -> guarded(work));
  }

  /** Stops deciding; tasks go on, and the next life of the agent finds them. */
  @Override
  public void close() throws IOException {
    desk.shutdownNow();
    hands.close();
    estimator.close();
    disclosures.close();
  }
}
