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
import tender.core.provider.Effect;
import tender.core.provider.Event;
import tender.core.provider.Found;
import tender.core.provider.HeldPart;
import tender.core.provider.Kept;
import tender.core.provider.Provider;
import tender.core.provider.Run;
import tender.core.provider.Terms;
import tender.core.store.Owed;

/** A provider's site: an agent that may die, its disk, its clock and its batch system. */
final class Site {
  private final ProviderId id;
  private final Cluster cluster;
  private final Terms terms;
  private final World world;
  private final Stage stage;
  private final Checks checks;
  private final Batch batch;
  private final Map<ReservationId, Kept> disk = new LinkedHashMap<>();
  private final Map<ReservationId, Kept> onlyReserved = new LinkedHashMap<>();
  private final LocalUsers users = new LocalUsers();
  private final Map<ReservationId, TaskSet> everDone = new LinkedHashMap<>();
  private Seams.@Nullable Agent agent;
  private final @Nullable Liar liar;
  private int life;
  private boolean gone;
  private int diesAfterEffects = Integer.MAX_VALUE;
  private long pausedUntilMillis;
  private long clockOffMillis;
  private long wakeSetMillis = Time.NEVER;

  /** Whether anything happened here, or on the way here, that excuses broken promises. */
  boolean faulted;

  boolean linkFaulted;
  long cutToSiteUntilMillis;
  long cutToMarketUntilMillis;

  Site(ProviderId id, Cluster cluster, Terms terms, World world, boolean lies) {
    this.id = id;
    this.cluster = cluster;
    this.terms = terms;
    this.world = world;
    stage = world.stage();
    checks = world.checks();
    batch = new Batch(this, stage);
    liar = lies ? new Liar(this, world) : null;
    agent = world.seams().agent(new Provider(id, cluster, terms)::handle);
  }

  ProviderId id() {
    return id;
  }

  String name() {
    return id.value();
  }

  Terms terms() {
    return terms;
  }

  Batch batch() {
    return batch;
  }

  int life() {
    return life;
  }

  boolean isGone() {
    return gone;
  }

  boolean isDead() {
    return agent == null;
  }

  boolean isLiar() {
    return liar != null;
  }

  boolean looksUp() {
    return world.seams().looksUpBeforeResubmitting();
  }

  long clockMillis() {
    return stage.nowMillis() + clockOffMillis;
  }

  /** What is stored of a reservation. */
  @Nullable Kept kept(ReservationId reservation) {
    return disk.get(reservation);
  }

  /** Which tasks were really done for a reservation. */
  TaskSet everDone(ReservationId reservation) {
    return everDone.getOrDefault(reservation, TaskSet.empty());
  }

  boolean isQuiet() {
    return gone || (users.haveAll() && holdsNothing());
  }

  private boolean holdsNothing() {
    for (Kept kept : disk.values()) {
      if (kept.part().isPresent()) {
        return false;
      }
    }
    return true;
  }

  String unrest() {
    return name()
        + " has "
        + users.promised()
        + users.unanswered()
        + " and "
        + disk.values().stream().filter(kept -> kept.part().isPresent()).map(Kept::id).toList();
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
    users.ask(job);
    handle(new Event.LocalSubmitted(job), () -> {});
  }

  void receive(Owed owed) {
    stage.mark(owed.message());
    handle(new Event.Received(owed.message()), () -> world.network().acknowledge(this, owed.id()));
  }

  /** Word of the batch system; a new agent has looked for itself. */
  void report(Event event, int agentsLife) {
    if (life == agentsLife) {
      handle(
          event,
          () -> {
            if (event instanceof Event.TasksEnded(Run run)) {
              batch.resultsSeen(run);
            }
          });
    }
  }

  /** The truth about a run, whoever hears of it. */
  void ended(Run run) {
    if (users.have(run.job().id())) {
      users
          .done(run.job().id())
          .ifPresent(promised -> checks.localEnded(this, promised, clockMillis()));
    } else {
      checks.reservationOf(this, run).ifPresent(of -> done(of, run.tasks()));
    }
  }

  private void done(ReservationId of, TaskSet tasks) {
    checks.doneOnce(this, of, everDone(of), tasks);
    everDone.merge(of, tasks, TaskSet::plus);
  }

  long takesMillis(Run run) {
    return Math.max(1, run.job().durationMillis() * stage.dice.between(30, 100) / 100);
  }

  void checkCapacity(List<Run> running) {
    checks.capacity(this, cluster, running);
  }

  private void handle(Event event, Runnable afterwards) {
    Seams.Agent present = agent;
    if (present == null) {
      return;
    }
    if (pausedUntilMillis > stage.nowMillis()) {
      int mine = life;
      stage.at(
          pausedUntilMillis,
          () -> {
            if (life == mine) {
              handle(event, afterwards);
            }
          });
      return;
    }
    stage.note(name(), () -> "has " + event);
    List<Effect> effects = inOrder(present.handle(event, clockMillis()));
    for (Effect effect : effects) {
      if (diesAfterEffects-- == 0) {
        die();
        return;
      }
      carryOut(effect);
    }
    afterwards.run();
    checks.leases(this, onlyReserved.values(), clockMillis());
  }

  /** A careless agent stores last. */
  private List<Effect> inOrder(List<Effect> effects) {
    if (world.seams().storesFirst()) {
      return effects;
    }
    List<Effect> reversed = new ArrayList<>(effects);
    reversed.sort(
        (left, right) ->
            Boolean.compare(left instanceof Effect.Remember, right instanceof Effect.Remember));
    return reversed;
  }

  private void carryOut(Effect effect) {
    switch (effect) {
      case Effect.Remember(Kept kept) -> store(kept);
      case Effect.Send(Message.ToMetascheduler message) -> {
        stage.note(name(), () -> "says " + message);
        stage.mark(message);
        checks.said(this, message);
        world.network().toMarket(this, message);
        if (liar != null) {
          liar.lie(message);
        }
      }
      case Effect.Start(Run run) -> batch.submit(run, life);
      case Effect.LocalPromised(Job job, long asked) -> users.promise(job);
      case Effect.Forget forget -> {}
      case Effect.Estimate(Message.Call call) -> estimate(call);
      case Effect.Learned learned -> {}
      // What runs for nobody runs to its end.
      case Effect.Stop stop -> {}
      // What waits is started by the provider itself.
      case Effect.Order order -> {}
      case Effect.Share share -> throw new IllegalStateException("Not shared: " + share);
      case Effect.WakeAt(long instantMillis) -> wakeAt(instantMillis);
    }
  }

  /** The user was right, but to find that out takes time. */
  private void estimate(Message.Call call) {
    Event made = new Event.Estimated(call.id(), call.bag().estimateMillis());
    int mine = life;
    stage.after(stage.dice.between(0, terms.estimateMillis()), () -> report(made, mine));
  }

  private void store(Kept kept) {
    checks.stored(this, kept, clockMillis());
    disk.put(kept.id(), kept);
    if (isOnlyReserved(kept)) {
      onlyReserved.put(kept.id(), kept);
    } else {
      onlyReserved.remove(kept.id());
    }
  }

  private void wakeAt(long instantMillis) {
    wakeSetMillis = instantMillis;
    if (instantMillis != Time.NEVER) {
      int mine = life;
      stage.wakeAfter(
          Math.max(0, instantMillis - clockMillis()),
          () -> {
            if (life == mine && wakeSetMillis == instantMillis) {
              wakeSetMillis = Time.NEVER;
              handle(new Event.Woken(), () -> {});
            }
          });
    }
  }

  /** The agent dies somewhere in what it does next. */
  void kill() {
    if (agent != null && stage.isFaulty()) {
      stage.struck(Fault.AGENT_KILLED, name());
      faulted = true;
      diesAfterEffects = stage.dice.between(0, 4);
    }
  }

  private void die() {
    agent = null;
    life++;
    diesAfterEffects = Integer.MAX_VALUE;
    stage.note(name(), () -> "dies");
    stage.after(stage.dice.between(100, 300_000), this::restart);
  }

  void restart() {
    if (gone || agent != null) {
      return;
    }
    Found found =
        world
            .seams()
            .found(
                new Found(
                    List.copyOf(disk.values()),
                    users.promised(),
                    batch.running(),
                    batch.results()));
    stage.note(name(), () -> "starts again with " + found);
    agent = world.seams().agent(Provider.resume(id, cluster, terms, found, clockMillis())::handle);
    List<Run> seen = batch.results();
    handle(new Event.Woken(), () -> seen.forEach(batch::resultsSeen));
    for (Job asked : users.unanswered()) {
      handle(new Event.LocalSubmitted(asked), () -> {});
    }
  }

  void pause() {
    if (agent != null && stage.isFaulty()) {
      stage.struck(Fault.AGENT_PAUSED, name());
      faulted = true;
      pausedUntilMillis = stage.nowMillis() + stage.dice.between(1_000, 300_000);
    }
  }

  void jumpClock() {
    if (!gone && stage.isFaulty()) {
      stage.struck(Fault.AGENT_CLOCK, name());
      faulted = true;
      clockOffMillis = stage.dice.between(-Time.HOUR_MILLIS, Time.HOUR_MILLIS);
      handle(new Event.Woken(), () -> {});
    }
  }

  void cut() {
    if (stage.isFaulty()) {
      stage.struck(Fault.LINK_CUT, name());
      linkFaulted = true;
      long untilMillis = stage.nowMillis() + stage.dice.between(1_000, 600_000);
      if (stage.dice.chance(0.6)) {
        cutToSiteUntilMillis = untilMillis;
      }
      if (stage.dice.chance(0.6)) {
        cutToMarketUntilMillis = untilMillis;
      }
    }
  }

  void vanish() {
    if (!gone && stage.isFaulty() && world.mayLose(this)) {
      stage.struck(Fault.PROVIDER_GONE, name());
      faulted = true;
      gone = true;
      agent = null;
      life++;
      batch.vanish();
    }
  }

  /** Everything is well again, except what is gone for good. */
  void heal() {
    cutToSiteUntilMillis = 0;
    cutToMarketUntilMillis = 0;
    pausedUntilMillis = 0;
    diesAfterEffects = Integer.MAX_VALUE;
    batch.heal();
    clockOffMillis = 0;
    restart();
    handle(new Event.Woken(), () -> {});
  }

  private static boolean isOnlyReserved(Kept kept) {
    return kept.part().map(part -> !part.isCommitted()).orElse(false);
  }

  static long leaseUntilMillis(Kept kept) {
    return kept.part().map(HeldPart::leaseUntilMillis).orElse(Time.NEVER);
  }
}
