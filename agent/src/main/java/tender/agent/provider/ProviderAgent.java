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
import java.util.concurrent.Executors;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.Queue;
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
  private final DecidingThread desk = new DecidingThread();
  private final PartsAtSite parts;
  private final Holds holds;
  private final Line line;
  private final Publisher publisher;
  private final Owner owner;
  private final Premises premises;
  private final Optional<TimeSharing> sharing;
  private ProviderRules provider;
  private LocalJobs localJobs;
  private Queue queue = new Queue(List.of(), List.of(), List.of(), List.of());
  private int processors;
  private long seenMillis;
  private long wakeMillis = Time.NEVER;

  /** Takes over from an earlier life, if there was one. */
  public ProviderAgent(
      ProviderSettings settings,
      BatchSystem batch,
      TaskFolders folders,
      MarketSide market,
      Path state,
      Clock clock,
      Witness witness)
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
    hands = new Hands(settings, batch, folders, market, disclosures, inputs, estimator, witness);
    parts = new PartsAtSite(settings, hands, clock, witness, this::handle, desk::later);
    holds = new Holds(batch, hands, clock);
    line = new Line(parts, hands);
    publisher = new Publisher(settings.publishes(), market, disclosures);
    folders.install();
    owner = new Owner(state);
    premises = new Premises(settings, batch, owner, clock.millis());
    parts.largestArray(premises.site().largestArray());
    sharing = TimeSharing.of(settings, batch, parts, this::handle);
    parts.takeOver(journal.read(), folders);
    processors = premises.processors(parts.widest());
    localJobs = localJobs();
    provider = resume(List.of());
  }

  /** Begins to look at the queue. */
  public void start() {
    desk.later(this::tick);
    desk.after(CONNECTED_WITHIN_MILLIS, estimator::resume);
  }

  /** A message of the market; when this returns, what must outlive this process is stored. */
  public void received(Message.ToProvider message) {
    desk.call(Executors.callable(() -> take(message)));
  }

  private void take(Message.ToProvider message) {
    if (message instanceof Message.Call call && isNothingFor(call)) {
      say(NothingFor.call(call, settings, clock.millis()));
    } else if (!isBlind() || isFarewell(message)) {
      handle(new Event.Received(message));
    }
  }

  private boolean isNothingFor(Message.Call call) {
    return owner.giving().paused() || call.bag().width() > premises.site().widestTask();
  }

  /** What the owner may see; nobody else. */
  public ClusterView view() {
    return desk.call(
        () ->
            new ViewMaker(settings, premises, owner, parts)
                .view(provider, queue, processors, isBlind(), clock.millis()));
  }

  /** What the owner wants from now on; the next look at the queue makes it so. */
  public void give(Giving wanted) {
    desk.call(
        Executors.callable(
            () -> {
              LOG.log(Level.INFO, "The owner wants {0}.", wanted.inWords());
              owner.give(wanted);
            }));
  }

  private boolean isBlind() {
    return clock.millis() - seenMillis > BLIND_AFTER_MILLIS;
  }

  private static boolean isFarewell(Message.ToProvider message) {
    return message instanceof Message.Release || message instanceof Message.Accepted;
  }

  private LocalJobs localJobs() {
    return new LocalJobs(processors, Math.max(0, premises.site().processors() - processors));
  }

  private ProviderRules resume(List<Run> running) throws IOException {
    return new Lives(settings, journal)
        .resume(cluster(), running, premises.reserves(), clock.millis());
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
        case Effect.Forget(List<ReservationId> ids) -> {
          ids.forEach(journal::forget);
          owner.forget(ids);
        }
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
      DecidingThread.guarded(this::see);
      refused.forEach(id -> handle(new Event.CannotHold(id)));
    }
  }

  private void say(Message.ToMetascheduler message) {
    disclosures.said(message);
    market.send(message);
    owner.said(message, clock.millis());
  }

  private void estimate(Message.Call call) {
    estimator.estimate(
        call.id().bag(),
        call.bag().estimateMillis(),
        estimate -> desk.later(() -> estimated(call.id(), estimate)));
  }

  /** Core is told in any case, but not while it would answer with offers made in the dark. */
  private void estimated(CallId call, Estimate estimate) {
    if (isBlind()) {
      desk.after(IDLE_POLL_MILLIS, () -> estimated(call, estimate));
    } else {
      disclosures.estimated(call, estimate.origin().name());
      handle(new Event.Estimated(call, cluster().referenceMillis(estimate.millis())));
    }
  }

  private Cluster cluster() {
    return Cluster.of(processors);
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
      if (premises.reserves() && !holds.hold(atSite, queue, processors)) {
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

  private void wakeAt(long instantMillis) {
    if (instantMillis != wakeMillis) {
      wakeMillis = instantMillis;
      if (instantMillis != Time.NEVER) {
        long delayMillis = Math.max(0, instantMillis - clock.millis());
        desk.after(delayMillis, () -> wake(instantMillis));
      }
    }
  }

  private void wake(long forMillis) {
    if (forMillis == wakeMillis) {
      wakeMillis = Time.NEVER;
      handle(new Event.Woken());
    }
  }

  /** Looks at the queue, tells core, and sets the hands to work. */
  private void tick() {
    DecidingThread.guarded(
        () -> {
          lookAgain();
          see();
          parts.all().forEach(parts::work);
          line.keep(localJobs);
          if (!owner.giving().paused()) {
            publisher.publish(provider, clock.millis());
          }
        });
    long pauseMillis =
        parts.all().isEmpty() && estimator.isIdle()
            ? Math.max(IDLE_POLL_MILLIS, settings.pollMillis())
            : settings.pollMillis();
    desk.after(pauseMillis, this::tick);
  }

  /** Nodes come and go, and owners give more or less; then all is planned anew. */
  private void lookAgain() {
    premises.lookAgain(clock.millis());
    parts.largestArray(premises.site().largestArray());
    int wanted = premises.processors(parts.widest());
    if (wanted != processors) {
      LOG.log(Level.INFO, "{0} processors are given from now on.", wanted);
      processors = wanted;
      replan();
    }
  }

  private void replan() {
    try {
      localJobs = localJobs();
      provider = resume(parts.toldRunning(processors));
    } catch (IOException e) {
      throw new UncheckedIOException("The journal cannot be read.", e);
    }
  }

  private void see() {
    long askedMillis = clock.millis();
    queue = estimator.see(batch.queue(), askedMillis);
    PartsAtSite.Seen own = parts.see(queue, processors, askedMillis);
    Courtesy.Room room =
        new Courtesy(premises.site().processors()).needed(queue, own.processors(), askedMillis);
    parts.makeRoom(room);
    if (!room.equals(Courtesy.Room.NONE)) {
      estimator.giveWay();
    }
    LocalJobs.Changes local = localJobs.see(queue.local(), own.processors(), askedMillis);
    own.started().addAll(local.started());
    seenMillis = clock.millis();
    owner.seen(queue, parts.processorsInUse(), seenMillis);
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

  /** Stops deciding; tasks go on, and the next life of the agent finds them. */
  @Override
  public void close() throws IOException {
    desk.close();
    hands.close();
    estimator.close();
    disclosures.close();
    owner.books().store();
  }
}
