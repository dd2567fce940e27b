package tender.simulator.faults;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.provider.ProviderTerms;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.RecoveredState;
import tender.core.provider.state.ReservationRecord;
import tender.core.store.OutboxMessage;
import tender.simulator.faults.checks.InvariantChecker;
import tender.simulator.faults.checks.ObservedSite;
import tender.simulator.faults.seed.Fault;
import tender.simulator.faults.seed.SimulationContext;
import tender.simulator.faults.seed.SiteSetup;
import tender.simulator.faults.store.AgentIdentities.AgentIdentity;

/** A provider's site: an agent that may crash, its disk, its clock and its batch system. */
final class FaultySite implements ObservedSite {
  private final SiteSetup setup;
  private final FaultSimulation simulation;
  private final SimulationContext context;
  private final InvariantChecker checks;
  private final SiteExecutor executor;
  private final SiteLink link;
  private final SiteDisk disk = new SiteDisk();
  private final LocalJobTracker localJobs = new LocalJobTracker();
  private final Map<ReservationId, TaskSet> completedTasks = new LinkedHashMap<>();
  private FaultInjectionHooks.@Nullable ProviderHandler agent;
  private final @Nullable ByzantineAgent byzantineAgent;
  private AgentIdentity identity;
  private int incarnation;
  private boolean gone;
  private int crashAfterEffects = Integer.MAX_VALUE;
  private long pausedUntilMillis;
  private long clockOffsetMillis;
  private long timerMillis = Time.NEVER;

  /** Whether a fault hit this site. */
  boolean faulted;

  FaultySite(SiteSetup setup, FaultSimulation simulation, boolean byzantine) {
    this.setup = setup;
    this.simulation = simulation;
    context = simulation.context();
    checks = simulation.checks();
    link = new SiteLink(name(), context);
    executor =
        isTimeShared()
            ? new SharedHost(this, context, setup.cluster().processors())
            : new FaultyBatchSystem(this, context);
    byzantineAgent = byzantine ? new ByzantineAgent(this, simulation) : null;
    identity = simulation.identities().enrol(setup.id());
    agent = simulation.hooks().agent(setup.start()::handle);
  }

  @Override
  public ProviderId id() {
    return setup.id();
  }

  @Override
  public String name() {
    return setup.id().value();
  }

  @Override
  public ProviderTerms terms() {
    return setup.terms();
  }

  @Override
  public boolean isTimeShared() {
    return setup.sharing().isPresent();
  }

  SiteExecutor executor() {
    return executor;
  }

  SiteLink link() {
    return link;
  }

  AgentIdentity identity() {
    return identity;
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

  @Override
  public boolean isByzantine() {
    return byzantineAgent != null;
  }

  @Override
  public boolean isFaulted() {
    return faulted;
  }

  @Override
  public boolean isLinkFaulted() {
    return link.faulted;
  }

  boolean looksUpBeforeResubmitting() {
    return simulation.hooks().looksUpBeforeResubmitting();
  }

  long clockMillis() {
    return context.nowMillis() + clockOffsetMillis;
  }

  @Override
  public @Nullable ReservationRecord storedReservation(ReservationId reservation) {
    return disk.read(reservation);
  }

  @Override
  public TaskSet completedTasks(ReservationId reservation) {
    return completedTasks.getOrDefault(reservation, TaskSet.empty());
  }

  boolean isFinished() {
    return gone || (localJobs.allCompleted() && !disk.hasPart());
  }

  String unfinishedWork() {
    return "%s has local jobs %s%s and reservations %s"
        .formatted(
            name(),
            localJobs.pendingWithPromise(),
            localJobs.pendingWithoutPromise(),
            disk.idsWithPart());
  }

  void submitLocal(int number, int width, long estimateMillis, long slackMillis) {
    if (gone) {
      return;
    }
    JobId jobId = new JobId(name() + "-local" + number);
    long deadlineMillis = clockMillis() + estimateMillis + slackMillis;
    Job job = Job.rigid(jobId, width, estimateMillis, clockMillis(), deadlineMillis);
    localJobs.add(job);
    handle(new ProviderEvent.LocalJobSubmitted(job), () -> {});
  }

  void receive(OutboxMessage message) {
    context.addToHash(message.message());
    handle(
        new ProviderEvent.MessageReceived(message.message()),
        () -> {
          checks.messageHandled(message.id());
          simulation.network().acknowledge(this, identity, message.id());
        });
  }

  /** Handles a report of the batch system. A restarted agent has already recovered this state. */
  void report(ProviderEvent event, int agentIncarnation) {
    if (incarnation == agentIncarnation) {
      handle(
          event,
          () -> {
            if (event instanceof ProviderEvent.TasksEnded(JobRun run)) {
              executor.removeResult(run);
            }
          });
    }
  }

  /** Records that a run has ended, whether or not the agent learns of it. */
  void runEnded(JobRun run) {
    if (localJobs.contains(run.job().id())) {
      localJobs
          .complete(run.job().id())
          .ifPresent(promised -> checks.localJobEnded(this, promised, clockMillis()));
    } else {
      checks.reservationOf(this, run).ifPresent(id -> tasksCompleted(id, run.tasks()));
    }
  }

  private void tasksCompleted(ReservationId reservation, TaskSet tasks) {
    checks.checkCompletedOnce(this, reservation, completedTasks(reservation), tasks);
    completedTasks.merge(reservation, tasks, TaskSet::plus);
  }

  long drawRunMillis(JobRun run) {
    return Math.max(1, run.job().durationMillis() * context.random().between(30, 100) / 100);
  }

  void checkCapacity(List<JobRun> running) {
    checks.checkCapacity(this, setup.cluster(), running);
  }

  private void handle(ProviderEvent event, Runnable afterwards) {
    FaultInjectionHooks.ProviderHandler running = agent;
    if (running == null) {
      return;
    }
    if (pausedUntilMillis > context.nowMillis()) {
      int current = incarnation;
      context.at(
          pausedUntilMillis,
          () -> {
            if (incarnation == current) {
              handle(event, afterwards);
            }
          });
      return;
    }
    context.record(name(), () -> "handles " + event);
    for (ProviderEffect effect : running.handle(event, clockMillis())) {
      if (crashAfterEffects-- == 0) {
        crash();
        return;
      }
      carryOut(effect);
    }
    afterwards.run();
    checks.checkLeases(this, disk.tentative(), clockMillis());
  }

  private void carryOut(ProviderEffect effect) {
    switch (effect) {
      case ProviderEffect.StoreReservation(ReservationRecord stored) -> store(stored);
      case ProviderEffect.Send(Message.ToMetascheduler message) -> {
        context.record(name(), () -> "sends " + message);
        context.addToHash(message);
        checks.messageSent(this, message);
        simulation.network().toServer(this, identity, message);
        if (byzantineAgent != null) {
          byzantineAgent.messageSent(message);
        }
      }
      case ProviderEffect.StartTasks(JobRun run) -> executor.submit(run, incarnation);
      case ProviderEffect.LocalJobPromised(Job job, long asked) -> localJobs.recordPromise(job);
      case ProviderEffect.DeleteReservations forget -> {}
      case ProviderEffect.RequestEstimate(Message.Call call) -> estimate(call);
      case ProviderEffect.StoreSlack learned -> {}
      // Stopped tasks run to their end; their results are ignored.
      case ProviderEffect.StopPart stop -> {}
      // The provider itself starts waiting jobs.
      case ProviderEffect.ReorderQueue order -> {}
      case ProviderEffect.SetShares(Map<ReservationId, Double> shares) ->
          executor.setShares(shares);
      case ProviderEffect.SetTimer(long instantMillis) -> setTimer(instantMillis);
    }
  }

  /** Confirms the user's estimate after a random delay. */
  private void estimate(Message.Call call) {
    ProviderEvent ready = new ProviderEvent.EstimateReady(call.id(), call.bag().estimateMillis());
    int current = incarnation;
    context.after(
        context.random().between(0, setup.terms().estimateTimeoutMillis()),
        () -> report(ready, current));
  }

  private void store(ReservationRecord stored) {
    checks.stored(this, stored, clockMillis());
    disk.store(stored);
    executor.reservationStored(stored);
  }

  private void setTimer(long instantMillis) {
    timerMillis = instantMillis;
    if (instantMillis != Time.NEVER) {
      int current = incarnation;
      context.timerAfter(
          Math.max(0, instantMillis - clockMillis()),
          () -> {
            if (incarnation == current && timerMillis == instantMillis) {
              timerMillis = Time.NEVER;
              handle(new ProviderEvent.TimerFired(), () -> {});
            }
          });
    }
  }

  /** Lets the agent crash after some of its next effects. */
  void kill() {
    if (agent != null && context.isFaultPeriod()) {
      context.countFault(Fault.AGENT_KILLED, name());
      faulted = true;
      crashAfterEffects = context.random().between(0, 4);
    }
  }

  private void crash() {
    agent = null;
    incarnation++;
    crashAfterEffects = Integer.MAX_VALUE;
    context.record(name(), () -> "crashes");
    context.after(context.random().between(100, 300_000), this::restart);
  }

  void restart() {
    if (gone || agent != null) {
      return;
    }
    RecoveredState recovered =
        simulation
            .hooks()
            .recoveredState(
                new RecoveredState(
                    disk.all(),
                    localJobs.pendingWithPromise(),
                    executor.running(),
                    executor.results()));
    context.record(name(), () -> "restarts with " + recovered);
    agent = simulation.hooks().agent(setup.resume(recovered, clockMillis())::handle);
    List<JobRun> recoveredResults = executor.results();
    handle(new ProviderEvent.TimerFired(), () -> recoveredResults.forEach(executor::removeResult));
    for (Job job : localJobs.pendingWithoutPromise()) {
      handle(new ProviderEvent.LocalJobSubmitted(job), () -> {});
    }
  }

  /** Enrols the agent again. Messages that are in transit with its old identity are lost. */
  void enrolAgain() {
    if (!gone && context.isFaultPeriod()) {
      context.countFault(Fault.AGENT_ENROLLED_AGAIN, name());
      link.faulted = true;
      simulation.hostileAgent().copyIdentity(identity);
      identity = simulation.identities().enrol(setup.id());
    }
  }

  void pause() {
    if (agent != null && context.isFaultPeriod()) {
      context.countFault(Fault.AGENT_PAUSED, name());
      faulted = true;
      pausedUntilMillis = context.nowMillis() + context.random().between(1_000, 300_000);
    }
  }

  void jumpClock() {
    if (!gone && context.isFaultPeriod()) {
      context.countFault(Fault.AGENT_CLOCK, name());
      faulted = true;
      clockOffsetMillis = context.random().between(-Time.HOUR_MILLIS, Time.HOUR_MILLIS);
      handle(new ProviderEvent.TimerFired(), () -> {});
    }
  }

  void removePermanently() {
    if (!gone && context.isFaultPeriod() && simulation.hasOtherSite(this)) {
      context.countFault(Fault.PROVIDER_GONE, name());
      faulted = true;
      gone = true;
      agent = null;
      incarnation++;
      executor.clear();
    }
  }

  /** Ends all faults at this site, except a permanent removal. */
  void heal() {
    link.heal();
    pausedUntilMillis = 0;
    crashAfterEffects = Integer.MAX_VALUE;
    executor.heal();
    clockOffsetMillis = 0;
    restart();
    handle(new ProviderEvent.TimerFired(), () -> {});
  }
}
