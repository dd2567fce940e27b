package tender.simulator.faults;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.RecoveredState;
import tender.core.provider.state.ReservedPart;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.Provider;
import tender.core.provider.state.JobRun;
import tender.core.provider.ProviderTerms;
import tender.core.store.OutboxMessage;

/** A provider's site: an agent that may die, its disk, its clock and its batch system. */
final class FaultySite {
  private final ProviderId id;
  private final Cluster cluster;
  private final ProviderTerms terms;
  private final FaultSimulation simulation;
  private final SimulationContext context;
  private final InvariantChecker checks;
  private final FaultyBatchSystem batch;
  private final Map<ReservationId, ReservationRecord> disk = new LinkedHashMap<>();
  private final Map<ReservationId, ReservationRecord> onlyReserved = new LinkedHashMap<>();
  private final LocalJobTracker localJobs = new LocalJobTracker();
  private final Map<ReservationId, TaskSet> completedTasks = new LinkedHashMap<>();
  private FaultInjectionHooks.@Nullable ProviderHandler agent;
  private final @Nullable ByzantineAgent byzantineAgent;
  private int incarnation;
  private boolean gone;
  private int crashAfterEffects = Integer.MAX_VALUE;
  private long pausedUntilMillis;
  private long clockOffsetMillis;
  private long timerMillis = Time.NEVER;

  /** Whether anything happened here, or on the way here, that excuses broken promises. */
  boolean faulted;

  boolean linkFaulted;
  long inboundCutUntilMillis;
  long outboundCutUntilMillis;

  FaultySite(ProviderId id, Cluster cluster, ProviderTerms terms, FaultSimulation world, boolean lies) {
    this.id = id;
    this.cluster = cluster;
    this.terms = terms;
    this.simulation = world;
    context = world.context();
    checks = world.checks();
    batch = new FaultyBatchSystem(this, context);
    byzantineAgent = lies ? new ByzantineAgent(this, world) : null;
    agent = world.hooks().agent(new Provider(id, cluster, terms)::handle);
  }

  ProviderId id() {
    return id;
  }

  String name() {
    return id.value();
  }

  ProviderTerms terms() {
    return terms;
  }

  FaultyBatchSystem batch() {
    return batch;
  }

  int incarnation() {
    return incarnation;
  }

  boolean isGone() {
    return gone;
  }

  boolean isAgentDown() {
    return agent == null;
  }

  boolean isByzantine() {
    return byzantineAgent != null;
  }

  boolean looksUpBeforeResubmitting() {
    return simulation.hooks().looksUpBeforeResubmitting();
  }

  long clockMillis() {
    return context.nowMillis() + clockOffsetMillis;
  }

  /** What is stored of a reservation. */
  @Nullable ReservationRecord storedReservation(ReservationId reservation) {
    return disk.get(reservation);
  }

  /** Which tasks were really done for a reservation. */
  TaskSet completedTasks(ReservationId reservation) {
    return completedTasks.getOrDefault(reservation, TaskSet.empty());
  }

  boolean isFinished() {
    return gone || (localJobs.allCompleted() && holdsNothing());
  }

  private boolean holdsNothing() {
    for (ReservationRecord kept : disk.values()) {
      if (kept.part().isPresent()) {
        return false;
      }
    }
    return true;
  }

  String unfinishedWork() {
    return name()
        + " has "
        + localJobs.pendingWithPromise()
        + localJobs.pendingWithoutPromise()
        + " and "
        + disk.values().stream().filter(kept -> kept.part().isPresent()).map(ReservationRecord::id).toList();
  }

  void submitLocal(int number, int width, long estimateMillis, long slackMillis) {
    if (gone) {
      return;
    }
    long nowMillis = clockMillis();
    Job job =
        Job.rigid(
            new JobId(name() + "-local" + number),
            width,
            estimateMillis,
            nowMillis,
            nowMillis + estimateMillis + slackMillis);
    localJobs.add(job);
    handle(new ProviderEvent.LocalJobSubmitted(job), () -> {});
  }

  void receive(OutboxMessage owed) {
    context.addToHash(owed.message());
    handle(new ProviderEvent.MessageReceived(owed.message()), () -> simulation.network().acknowledge(this, owed.id()));
  }

  /** Word of the batch system; a new agent has looked for itself. */
  void report(ProviderEvent event, int agentsLife) {
    if (incarnation == agentsLife) {
      handle(
          event,
          () -> {
            if (event instanceof ProviderEvent.TasksEnded(JobRun run)) {
              batch.removeResult(run);
            }
          });
    }
  }

  /** The truth about a run, whoever hears of it. */
  void runEnded(JobRun run) {
    if (localJobs.contains(run.job().id())) {
      localJobs
          .complete(run.job().id())
          .ifPresent(promised -> checks.localEnded(this, promised, clockMillis()));
    } else {
      checks.reservationOf(this, run).ifPresent(of -> tasksCompleted(of, run.tasks()));
    }
  }

  private void tasksCompleted(ReservationId of, TaskSet tasks) {
    checks.doneOnce(this, of, completedTasks(of), tasks);
    completedTasks.merge(of, tasks, TaskSet::plus);
  }

  long drawRunMillis(JobRun run) {
    return Math.max(1, run.job().durationMillis() * context.random.between(30, 100) / 100);
  }

  void checkCapacity(List<JobRun> running) {
    checks.capacity(this, cluster, running);
  }

  private void handle(ProviderEvent event, Runnable afterwards) {
    FaultInjectionHooks.ProviderHandler present = agent;
    if (present == null) {
      return;
    }
    if (pausedUntilMillis > context.nowMillis()) {
      int mine = incarnation;
      context.at(
          pausedUntilMillis,
          () -> {
            if (incarnation == mine) {
              handle(event, afterwards);
            }
          });
      return;
    }
    context.record(name(), () -> "has " + event);
    List<ProviderEffect> effects = orderEffects(present.handle(event, clockMillis()));
    for (ProviderEffect effect : effects) {
      if (crashAfterEffects-- == 0) {
        crash();
        return;
      }
      carryOut(effect);
    }
    afterwards.run();
    checks.leases(this, onlyReserved.values(), clockMillis());
  }

  /** A careless agent stores last. */
  private List<ProviderEffect> orderEffects(List<ProviderEffect> effects) {
    if (simulation.hooks().storesBeforeSending()) {
      return effects;
    }
    List<ProviderEffect> reversed = new ArrayList<>(effects);
    reversed.sort(
        (left, right) ->
            Boolean.compare(left instanceof ProviderEffect.StoreReservation, right instanceof ProviderEffect.StoreReservation));
    return reversed;
  }

  private void carryOut(ProviderEffect effect) {
    switch (effect) {
      case ProviderEffect.StoreReservation(ReservationRecord kept) -> store(kept);
      case ProviderEffect.Send(Message.ToMetascheduler message) -> {
        context.record(name(), () -> "says " + message);
        context.addToHash(message);
        checks.messageSent(this, message);
        simulation.network().toServer(this, message);
        if (byzantineAgent != null) {
          byzantineAgent.messageSent(message);
        }
      }
      case ProviderEffect.StartTasks(JobRun run) -> batch.submit(run, incarnation);
      case ProviderEffect.LocalJobPromised(Job job, long asked) -> localJobs.recordPromise(job);
      case ProviderEffect.DeleteReservations forget -> {}
      case ProviderEffect.RequestEstimate(Message.Call call) -> estimate(call);
      case ProviderEffect.StoreSlack learned -> {}
      // What runs for nobody runs to its end.
      case ProviderEffect.StopPart stop -> {}
      // What waits is started by the provider itself.
      case ProviderEffect.ReorderQueue order -> {}
      case ProviderEffect.SetShares share -> throw new IllegalStateException("Not shared: " + share);
      case ProviderEffect.SetTimer(long instantMillis) -> setTimer(instantMillis);
    }
  }

  /** The user was right, but to find that out takes time. */
  private void estimate(Message.Call call) {
    ProviderEvent made = new ProviderEvent.EstimateReady(call.id(), call.bag().estimateMillis());
    int mine = incarnation;
    context.after(context.random.between(0, terms.estimateTimeoutMillis()), () -> report(made, mine));
  }

  private void store(ReservationRecord kept) {
    checks.stored(this, kept, clockMillis());
    disk.put(kept.id(), kept);
    if (isOnlyReserved(kept)) {
      onlyReserved.put(kept.id(), kept);
    } else {
      onlyReserved.remove(kept.id());
    }
  }

  private void setTimer(long instantMillis) {
    timerMillis = instantMillis;
    if (instantMillis != Time.NEVER) {
      int mine = incarnation;
      context.timerAfter(
          Math.max(0, instantMillis - clockMillis()),
          () -> {
            if (incarnation == mine && timerMillis == instantMillis) {
              timerMillis = Time.NEVER;
              handle(new ProviderEvent.TimerFired(), () -> {});
            }
          });
    }
  }

  /** The agent dies somewhere in what it does next. */
  void kill() {
    if (agent != null && context.isFaultPeriod()) {
      context.countFault(Fault.AGENT_KILLED, name());
      faulted = true;
      crashAfterEffects = context.random.between(0, 4);
    }
  }

  private void crash() {
    agent = null;
    incarnation++;
    crashAfterEffects = Integer.MAX_VALUE;
    context.record(name(), () -> "dies");
    context.after(context.random.between(100, 300_000), this::restart);
  }

  void restart() {
    if (gone || agent != null) {
      return;
    }
    RecoveredState found =
        simulation
            .hooks()
            .recoveredState(
                new RecoveredState(
                    List.copyOf(disk.values()),
                    localJobs.pendingWithPromise(),
                    batch.running(),
                    batch.results()));
    context.record(name(), () -> "starts again with " + found);
    agent = simulation.hooks().agent(Provider.resume(id, cluster, terms, found, clockMillis())::handle);
    List<JobRun> seen = batch.results();
    handle(new ProviderEvent.TimerFired(), () -> seen.forEach(batch::removeResult));
    for (Job asked : localJobs.pendingWithoutPromise()) {
      handle(new ProviderEvent.LocalJobSubmitted(asked), () -> {});
    }
  }

  void pause() {
    if (agent != null && context.isFaultPeriod()) {
      context.countFault(Fault.AGENT_PAUSED, name());
      faulted = true;
      pausedUntilMillis = context.nowMillis() + context.random.between(1_000, 300_000);
    }
  }

  void jumpClock() {
    if (!gone && context.isFaultPeriod()) {
      context.countFault(Fault.AGENT_CLOCK, name());
      faulted = true;
      clockOffsetMillis = context.random.between(-Time.HOUR_MILLIS, Time.HOUR_MILLIS);
      handle(new ProviderEvent.TimerFired(), () -> {});
    }
  }

  void cutLink() {
    if (context.isFaultPeriod()) {
      context.countFault(Fault.LINK_CUT, name());
      linkFaulted = true;
      long untilMillis = context.nowMillis() + context.random.between(1_000, 600_000);
      if (context.random.chance(0.6)) {
        inboundCutUntilMillis = untilMillis;
      }
      if (context.random.chance(0.6)) {
        outboundCutUntilMillis = untilMillis;
      }
    }
  }

  void removePermanently() {
    if (!gone && context.isFaultPeriod() && simulation.hasOtherSite(this)) {
      context.countFault(Fault.PROVIDER_GONE, name());
      faulted = true;
      gone = true;
      agent = null;
      incarnation++;
      batch.clear();
    }
  }

  /** Everything is well again, except what is gone for good. */
  void heal() {
    inboundCutUntilMillis = 0;
    outboundCutUntilMillis = 0;
    pausedUntilMillis = 0;
    crashAfterEffects = Integer.MAX_VALUE;
    batch.heal();
    clockOffsetMillis = 0;
    restart();
    handle(new ProviderEvent.TimerFired(), () -> {});
  }

  private static boolean isOnlyReserved(ReservationRecord kept) {
    return kept.part().map(part -> !part.isCommitted()).orElse(false);
  }

  static long leaseUntilMillis(ReservationRecord kept) {
    return kept.part().map(ReservedPart::leaseExpiresMillis).orElse(Time.NEVER);
  }
}
