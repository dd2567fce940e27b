package tender.simulator.faults;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagState;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.store.BagTransactionBuilder;
import tender.core.store.OutboxMessage;
import tender.core.store.Store;
import tender.core.store.Transaction;
import tender.simulator.faults.checks.Invariant;
import tender.simulator.faults.checks.InvariantChecker;
import tender.simulator.faults.checks.InvariantViolation;
import tender.simulator.faults.seed.Fault;
import tender.simulator.faults.seed.FaultPlan;
import tender.simulator.faults.seed.FaultScenario;
import tender.simulator.faults.seed.MarketSetup;
import tender.simulator.faults.seed.RandomBag;
import tender.simulator.faults.seed.RandomChoices;
import tender.simulator.faults.seed.SimulationContext;
import tender.simulator.faults.seed.SiteSetup;
import tender.simulator.faults.store.AgentIdentities;
import tender.simulator.faults.store.FaultyStore;
import tender.simulator.faults.store.InMemoryStore;
import tender.simulator.faults.store.ResultPacks;
import tender.simulator.faults.store.UserAccounts;

/**
 * Simulates a market under faults, built from a seed. Faults occur during a fault period; after it
 * only permanently removed providers stay away, and all work must end.
 */
public final class FaultSimulation {
  private static final TimeoutConfig TIMEOUTS =
      new TimeoutConfig(
          5_000,
          2 * Time.MINUTE_MILLIS,
          5 * Time.MINUTE_MILLIS,
          Time.MINUTE_MILLIS,
          Time.MINUTE_MILLIS);
  private static final long MAX_DRAIN_MILLIS = 12 * Time.HOUR_MILLIS;

  /** The share of messages that need not arrive and are stored nevertheless. */
  private static final double STORED_SHARE = 0.5;

  /** Not the first site, which may be Byzantine and is then exempt from some checks. */
  private static final int HOSTILE_SITE = 1;

  private final long seed;
  private final FaultScenario scenario;
  private final FaultInjectionHooks hooks;
  private final SimulationContext context;
  private final InvariantChecker checks;
  private final FaultyNetwork network;
  private final UserAccounts accounts;
  private final InMemoryStore inMemoryStore;
  private final AgentIdentities identities = new AgentIdentities();
  private final ResultPacks packs = new ResultPacks();
  private final StorePolling polling;
  private final RandomAuction auction;
  private final OtherMarket otherMarket;
  private final HostileAgent hostileAgent;
  private final List<Replica> replicas = new ArrayList<>();
  private final Map<ProviderId, FaultySite> sites = new LinkedHashMap<>();
  private final List<FaultySite> siteList = new ArrayList<>();
  private final List<SiteSetup> setups = new ArrayList<>();
  private final Map<BagId, Bag> bags = new LinkedHashMap<>();
  private long storeClockOffsetMillis;

  private FaultSimulation(
      long seed,
      FaultScenario scenario,
      FaultInjectionHooks hooks,
      @Nullable Consumer<String> trace) {
    this.seed = seed;
    this.scenario = scenario;
    this.hooks = hooks;
    RandomChoices random = new RandomChoices(seed);
    context =
        new SimulationContext(random, FaultPlan.draw(random), scenario.faultPeriodMillis(), trace);
    checks = new InvariantChecker(sites, TIMEOUTS.answerTimeoutMillis());
    network = new FaultyNetwork(context, replicas);
    accounts = new UserAccounts(hooks.checksFunds(), checks);
    inMemoryStore =
        new InMemoryStore(
            () -> context.nowMillis() + storeClockOffsetMillis,
            accounts::post,
            // A server sends such a message once if the agent is connected to it.
            message -> message.mustArrive() || context.random().chance(STORED_SHARE));
    polling = new StorePolling(context, inMemoryStore, replicas);
    auction = new RandomAuction(context, inMemoryStore, replicas, siteList);
    otherMarket = new OtherMarket(seed, context, inMemoryStore, replicas, checks);
    createSites();
    hostileAgent = new HostileAgent(siteList.get(HOSTILE_SITE), this);
    createReplicas();
    createBags();
    scheduleFaults();
  }

  /** Runs the simulation of a seed to its end or to the first violation. */
  public static FaultRun run(long seed, FaultScenario scenario) {
    return run(seed, scenario, FaultInjectionHooks.NONE, null);
  }

  /**
   * Runs the simulation of a seed with planted bugs or with a trace.
   *
   * @param trace receives one line for each event; null for no trace
   */
  public static FaultRun run(
      long seed,
      FaultScenario scenario,
      FaultInjectionHooks hooks,
      @Nullable Consumer<String> trace) {
    return new FaultSimulation(seed, scenario, hooks, trace).run();
  }

  SimulationContext context() {
    return context;
  }

  InvariantChecker checks() {
    return checks;
  }

  FaultInjectionHooks hooks() {
    return hooks;
  }

  FaultyNetwork network() {
    return network;
  }

  AgentIdentities identities() {
    return identities;
  }

  ResultPacks packs() {
    return packs;
  }

  HostileAgent hostileAgent() {
    return hostileAgent;
  }

  List<FaultySite> sites() {
    return siteList;
  }

  private void createSites() {
    int count = context.random().between(scenario.minProviders(), scenario.maxProviders());
    boolean byzantine = context.injects(Fault.AGENT_LIED, "simulation");
    for (int i = 0; i < count; i++) {
      SiteSetup setup = SiteSetup.draw(context.random(), scenario, i);
      FaultySite site = new FaultySite(setup, this, byzantine && i == 0);
      sites.put(setup.id(), site);
      setups.add(setup);
      siteList.add(site);
      // A host's own users are not planned.
      int jobs = site.isTimeShared() ? 0 : context.random().between(0, scenario.maxLocalJobs());
      for (int job = 0; job < jobs; job++) {
        int number = job;
        int width = context.random().between(1, setup.cluster().processors());
        long estimateMillis = context.random().between(10_000, 300_000);
        long slackMillis = context.random().between(0, 900_000);
        context.at(
            context.random().between(0, scenario.faultPeriodMillis()),
            () -> site.submitLocal(number, width, estimateMillis, slackMillis));
      }
    }
  }

  private void createReplicas() {
    var rules = MarketSetup.draw(seed, context.random(), setups, TIMEOUTS);
    var transactionBuilder = new BagTransactionBuilder(hooks.rules(rules));
    Store shared =
        new FaultyStore(
            hooks.store(inMemoryStore),
            inMemoryStore::unacknowledged,
            context,
            checks,
            this::committed);
    for (int i = 0; i < scenario.replicas(); i++) {
      replicas.add(new Replica("replica" + i, this, shared, transactionBuilder));
    }
  }

  private void createBags() {
    int count = context.random().between(scenario.minBags(), scenario.maxBags());
    for (int i = 0; i < count; i++) {
      BagId id = new BagId("bag" + i);
      RandomBag drawn = RandomBag.draw(context.random(), scenario);
      Bag bag = drawn.bag();
      bags.put(id, bag);
      if (context.injects(Fault.FUNDS_LOW, "user")) {
        accounts.open(id, context);
      }
      AcceptancePolicy policy = otherMarket.policy(id, drawn.policy());
      context.at(bag.submittedMillis(), () -> submitUntilStored(id, bag, policy));
      context.schedule(Fault.USER_REPEATED, () -> submitAgain(id, bag, policy));
    }
  }

  /** A user submits the bag until the store has it. */
  private void submitUntilStored(BagId id, Bag bag, AcceptancePolicy policy) {
    if (inMemoryStore.read(id).isEmpty()) {
      context.record("user", () -> "submits " + id + " " + bag);
      context.random().pick(replicas).submit(id, bag, policy);
      context.after(10_000, () -> submitUntilStored(id, bag, policy));
    }
  }

  private void submitAgain(BagId id, Bag bag, AcceptancePolicy policy) {
    if (context.isFaultPeriod() && context.nowMillis() >= bag.submittedMillis()) {
      context.countFault(Fault.USER_REPEATED, "user");
      context.random().pick(replicas).submit(id, bag, policy);
    }
  }

  private void scheduleFaults() {
    for (FaultySite site : siteList) {
      double share = 1.0 / siteList.size();
      if (context.random().chance(2 * share)) {
        context.schedule(Fault.AGENT_KILLED, site::kill);
        context.schedule(Fault.AGENT_PAUSED, site::pause);
      }
      if (context.random().chance(2 * share)) {
        context.schedule(Fault.LINK_CUT, site.link()::cut);
        context.schedule(Fault.BATCH_DOWN, site.executor()::goDown);
      }
      context.schedule(Fault.AGENT_ENROLLED_AGAIN, site::enrolAgain);
      if (context.random().chance(share)) {
        context.schedule(Fault.AGENT_CLOCK, site::jumpClock);
        context.schedule(Fault.PROVIDER_GONE, site::removePermanently);
      }
    }
    for (Replica replica : replicas) {
      context.schedule(Fault.REPLICA_KILLED, () -> serverFault(replica::kill));
      context.schedule(Fault.REPLICA_PAUSED, () -> serverFault(replica::pause));
    }
    context.schedule(Fault.STORE_CLOCK, this::jumpStoreClock);
    context.at(scenario.faultPeriodMillis(), this::heal);
  }

  private void serverFault(Runnable fault) {
    checks.serverFaulted();
    fault.run();
  }

  private void jumpStoreClock() {
    if (context.isFaultPeriod()) {
      context.countFault(Fault.STORE_CLOCK, "store");
      checks.serverFaulted();
      storeClockOffsetMillis = context.random().between(-Time.HOUR_MILLIS, Time.HOUR_MILLIS);
      polling.planPoll();
    }
  }

  private void heal() {
    context.record("simulation", () -> "fault period over");
    storeClockOffsetMillis = 0;
    replicas.forEach(Replica::heal);
    siteList.forEach(FaultySite::heal);
    storeChanged();
  }

  /** Whether another site could still run the tasks. */
  boolean hasOtherSite(FaultySite site) {
    return siteList.stream().filter(other -> other != site).anyMatch(other -> !other.isGone());
  }

  void send(OutboxMessage message) {
    hostileAgent.observe(message);
    FaultySite site = Objects.requireNonNull(sites.get(message.to()));
    if (!site.isGone()) {
      network.toSite(site, message);
    }
  }

  private void committed(Transaction transaction) {
    packs.committed(transaction);
    storeChanged();
  }

  /** Due bags and the outbox may have changed. */
  private void storeChanged() {
    polling.storeChanged();
    auction.scheduleCycle();
    otherMarket.scheduleDecision();
  }

  private FaultRun run() {
    Optional<InvariantViolation> violation = Optional.empty();
    long endMillis = scenario.faultPeriodMillis() + MAX_DRAIN_MILLIS;
    try {
      while (context.step()) {
        if (!context.isFaultPeriod() && isFinished()) {
          break;
        }
        if (context.nowMillis() > endMillis) {
          long promisedMillis = inMemoryStore.latestPromisedMillis();
          endMillis = Math.max(endMillis, promisedMillis + MAX_DRAIN_MILLIS);
          if (context.nowMillis() > endMillis) {
            break;
          }
        }
      }
      if (!isFinished()) {
        throw new InvariantViolation(Invariant.EVERYTHING_ENDS, unfinishedWork());
      }
    } catch (InvariantViolation e) {
      violation = Optional.of(e);
    } catch (RuntimeException e) {
      InvariantViolation unexpected = new InvariantViolation(Invariant.NO_EXCEPTION, e.toString());
      unexpected.initCause(e);
      violation = Optional.of(unexpected);
    }
    return new FaultRun(
        seed,
        context.hash(),
        context.eventCount(),
        context.nowMillis(),
        context.faultCounts(),
        new FaultRun.BagCounts(
            bags.size(),
            checks.promised(),
            checks.kept(),
            checks.breached(),
            checks.acceptedTasks()),
        violation);
  }

  private boolean isFinished() {
    return bags.keySet().stream().allMatch(this::hasEnded)
        && siteList.stream().allMatch(FaultySite::isFinished);
  }

  private boolean hasEnded(BagId id) {
    return inMemoryStore.read(id).map(bag -> bag.state() instanceof BagState.Ended).orElse(false);
  }

  private String unfinishedWork() {
    List<String> open = new ArrayList<>();
    for (BagId id : bags.keySet()) {
      if (!hasEnded(id)) {
        open.add(
            id
                + ": "
                + inMemoryStore.read(id).map(bag -> bag.state().toString()).orElse("not stored"));
      }
    }
    siteList.stream()
        .filter(site -> !site.isFinished())
        .map(FaultySite::unfinishedWork)
        .forEach(open::add);
    return String.join("\n", open);
  }
}
