package tender.simulator.faults;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tender.core.compose.Composers;
import tender.core.metascheduler.BagState;
import tender.core.metascheduler.Mandate;
import tender.core.metascheduler.Metascheduler;
import tender.core.metascheduler.Patience;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.plan.CoordinatedRescheduling;
import tender.core.plan.UncoordinatedRescheduling;
import tender.core.provider.Planning;
import tender.core.provider.Terms;
import tender.core.store.Clerk;
import tender.core.store.Owed;
import tender.core.store.Store;
import tender.core.store.StoredBag;

/**
 * A market in which everything can go wrong, made from a seed. Faults happen for a while; then all
 * is well, except for providers that are gone for good, and everything must come to its end.
 */
public final class World {
  private static final Terms TERMS =
      new Terms(10_000, 20_000, Time.MINUTE_MILLIS, Terms.Discloses.NOTHING)
          .withPrice(new Money(3_600));
  private static final List<Planning> PLANNINGS =
      List.of(
          new Planning.EarliestDeadlineFirst(),
          new Planning.EarliestDeadlineFirst(),
          new Planning.Fifo(new UncoordinatedRescheduling()),
          new Planning.Fifo(new CoordinatedRescheduling()));
  private static final Patience PATIENCE =
      new Patience(
          5_000,
          2 * Time.MINUTE_MILLIS,
          5 * Time.MINUTE_MILLIS,
          Time.MINUTE_MILLIS,
          Time.MINUTE_MILLIS);
  private static final long ENDS_WITHIN_MILLIS = 12 * Time.HOUR_MILLIS;
  private static final long FIRST_RESEND_MILLIS = 5_000;
  private static final int RESEND_DOUBLINGS = 8;
  private static final long SHORTEST_POLL_MILLIS = 200;

  /** What a broken promise costs. */
  private static final int PENALTY_PERMILLE = 100;

  /** More than any bag costs. */
  private static final Money PLENTY = new Money(Time.DAY_MILLIS);

  /** The share of bags that bid in the auction. */
  private static final double BIDDING = 0.2;

  private final long seed;
  private final Shape shape;
  private final Seams seams;
  private final Stage stage;
  private final Checks checks;
  private final Network network;
  private final MemoryStore memory;
  private final Auctioneer auctioneer;
  private final List<Replica> replicas = new ArrayList<>();
  private final Map<ProviderId, Site> sites = new LinkedHashMap<>();
  private final List<Site> siteList = new ArrayList<>();
  private final Map<BagId, Bag> bags = new LinkedHashMap<>();
  private long storeClockOffMillis;
  private int resends;
  private boolean pollPlanned;
  private boolean resendPlanned;

  private World(long seed, Shape shape, Seams seams, @Nullable Consumer<String> trace) {
    this.seed = seed;
    this.shape = shape;
    this.seams = seams;
    Dice dice = new Dice(seed);
    stage = new Stage(dice, FaultPlan.draw(dice), shape.faultsMillis(), trace);
    checks = new Checks(new BagChecks(sites, PATIENCE.answerMillis()));
    network = new Network(stage, replicas);
    memory = new MemoryStore(() -> stage.nowMillis() + storeClockOffMillis);
    auctioneer = new Auctioneer(stage, memory, replicas, siteList);
    makeSites();
    makeReplicas();
    makeBags();
    makeFaults();
  }

  /** Makes a world from a seed and runs it to its end or to the first violation. */
  public static FaultRun run(long seed, Shape shape) {
    return run(seed, shape, Seams.NONE, null);
  }

  /**
   * The same with planted bugs, or told in words.
   *
   * @param trace is told everything that happens, if there is one
   */
  public static FaultRun run(
      long seed, Shape shape, Seams seams, @Nullable Consumer<String> trace) {
    return new World(seed, shape, seams, trace).run();
  }

  Stage stage() {
    return stage;
  }

  Checks checks() {
    return checks;
  }

  Seams seams() {
    return seams;
  }

  Network network() {
    return network;
  }

  List<Site> sites() {
    return siteList;
  }

  private void makeSites() {
    int count = stage.dice.between(shape.fewestProviders(), shape.mostProviders());
    boolean lies = stage.strikes(Fault.AGENT_LIED, "world");
    for (int i = 0; i < count; i++) {
      ProviderId id = new ProviderId("site" + i);
      Cluster cluster = Cluster.of(stage.dice.between(2, 8));
      Site site = new Site(id, cluster, drawTerms(), this, lies && i == 0);
      sites.put(id, site);
      siteList.add(site);
      int jobs = stage.dice.between(0, shape.mostLocalJobs());
      for (int job = 0; job < jobs; job++) {
        int number = job;
        int width = stage.dice.between(1, cluster.processors());
        long estimateMillis = stage.dice.between(10_000, 300_000);
        long slackMillis = stage.dice.between(0, 900_000);
        stage.at(
            stage.dice.between(0, shape.faultsMillis()),
            () -> site.submitLocal(number, width, estimateMillis, slackMillis));
      }
    }
  }

  private Terms drawTerms() {
    long estimateMillis = stage.dice.chance(0.25) ? Time.MINUTE_MILLIS : 0;
    return TERMS.withPlanning(stage.dice.pick(PLANNINGS)).withEstimates(estimateMillis);
  }

  private void makeReplicas() {
    var composer =
        Objects.requireNonNull(
            Composers.all().get(stage.dice.pick(List.of("earliest", "plb", "fewest"))));
    Clerk clerk =
        new Clerk(
            seams.rules(
                new Metascheduler(
                    List.copyOf(sites.keySet()), composer, PATIENCE, PENALTY_PERMILLE)));
    Store shared = new FaultyStore(seams.store(memory), stage, checks, this::written);
    for (int i = 0; i < shape.replicas(); i++) {
      replicas.add(new Replica("replica" + i, this, shared, clerk));
    }
  }

  private void makeBags() {
    int count = stage.dice.between(shape.fewestBags(), shape.mostBags());
    for (int i = 0; i < count; i++) {
      BagId id = new BagId("bag" + i);
      long submittedMillis = stage.dice.between(0, shape.faultsMillis() / 2);
      boolean bids = stage.dice.chance(BIDDING);
      Bag bag =
          new Bag(
              bids ? 1 : stage.dice.between(1, shape.mostTasks()),
              stage.dice.between(1, 2),
              stage.dice.between(10_000, 240_000),
              submittedMillis,
              submittedMillis + stage.dice.between(120_000, 2_400_000));
      Mandate mandate =
          bids ? Mandate.bid(bag.deadlineMillis(), PLENTY) : Mandate.best(bag.deadlineMillis());
      bags.put(id, bag);
      stage.at(submittedMillis, () -> handIn(id, bag, mandate));
      stage.schedule(Fault.USER_REPEATED, () -> handInAgain(id, bag, mandate));
    }
  }

  /** A user asks until the bag is there. */
  private void handIn(BagId id, Bag bag, Mandate mandate) {
    if (memory.read(id).isEmpty()) {
      stage.note("user", () -> "hands in " + id + " " + bag);
      stage.dice.pick(replicas).submit(id, bag, mandate);
      stage.after(10_000, () -> handIn(id, bag, mandate));
    }
  }

  private void handInAgain(BagId id, Bag bag, Mandate mandate) {
    if (stage.isFaulty() && stage.nowMillis() >= bag.submittedMillis()) {
      stage.struck(Fault.USER_REPEATED, "user");
      stage.dice.pick(replicas).submit(id, bag, mandate);
    }
  }

  private void makeFaults() {
    for (Site site : siteList) {
      double share = 1.0 / siteList.size();
      if (stage.dice.chance(2 * share)) {
        stage.schedule(Fault.AGENT_KILLED, site::kill);
        stage.schedule(Fault.AGENT_PAUSED, site::pause);
      }
      if (stage.dice.chance(2 * share)) {
        stage.schedule(Fault.LINK_CUT, site::cut);
        stage.schedule(Fault.BATCH_DOWN, site.batch()::goDown);
      }
      if (stage.dice.chance(share)) {
        stage.schedule(Fault.AGENT_CLOCK, site::jumpClock);
        stage.schedule(Fault.PROVIDER_GONE, site::vanish);
      }
    }
    for (Replica replica : replicas) {
      stage.schedule(Fault.REPLICA_KILLED, () -> marketFault(replica::kill));
      stage.schedule(Fault.REPLICA_PAUSED, () -> marketFault(replica::pause));
    }
    stage.schedule(Fault.STORE_CLOCK, this::jumpStoreClock);
    stage.at(shape.faultsMillis(), this::heal);
  }

  private void marketFault(Runnable fault) {
    checks.marketFaulted();
    fault.run();
  }

  private void jumpStoreClock() {
    if (stage.isFaulty()) {
      stage.struck(Fault.STORE_CLOCK, "store");
      checks.marketFaulted();
      storeClockOffMillis = stage.dice.between(-Time.HOUR_MILLIS, Time.HOUR_MILLIS);
      planPoll();
    }
  }

  private void heal() {
    stage.note("world", () -> "the faults are over");
    storeClockOffMillis = 0;
    replicas.forEach(Replica::heal);
    siteList.forEach(Site::heal);
    written();
  }

  /** Whether somebody is left who could do the work. */
  boolean mayLose(Site site) {
    return siteList.stream().filter(other -> other != site).anyMatch(other -> !other.isGone());
  }

  void send(Owed owed) {
    Site site = Objects.requireNonNull(sites.get(owed.to()));
    if (!site.isGone()) {
      network.toSite(site, owed);
    }
  }

  /** Something was written: what is due and what is owed may have changed. */
  void written() {
    resends = 0;
    planPoll();
    planResend();
    auctioneer.plan();
  }

  /** Replicas look into the store when something is due. */
  private void planPoll() {
    if (pollPlanned) {
      return;
    }
    long wakeMillis = Time.NEVER;
    for (StoredBag bag : memory.bags().values()) {
      wakeMillis = Math.min(wakeMillis, bag.state().wakeMillis());
    }
    if (wakeMillis != Time.NEVER) {
      pollPlanned = true;
      stage.after(Math.max(SHORTEST_POLL_MILLIS, wakeMillis - memory.nowMillis()), this::poll);
    }
  }

  private void poll() {
    pollPlanned = false;
    replicas.forEach(Replica::wakeDue);
    planPoll();
  }

  /** And ever more rarely while something is owed. */
  private void planResend() {
    if (!resendPlanned && !memory.owesNothing()) {
      resendPlanned = true;
      stage.after(FIRST_RESEND_MILLIS << Math.min(resends, RESEND_DOUBLINGS), this::resend);
    }
  }

  private void resend() {
    resendPlanned = false;
    resends++;
    stage.dice.pick(replicas).resendOwed();
    planResend();
  }

  private FaultRun run() {
    Optional<Violation> violation = Optional.empty();
    try {
      while (stage.step()) {
        if (!stage.isFaulty() && isQuiet()) {
          break;
        }
        if (stage.nowMillis() > shape.faultsMillis() + ENDS_WITHIN_MILLIS) {
          break;
        }
      }
      if (!isQuiet()) {
        throw new Violation(Invariant.EVERYTHING_ENDS, unrest());
      }
    } catch (Violation e) {
      violation = Optional.of(e);
    } catch (RuntimeException e) {
      Violation unexpected = new Violation(Invariant.NO_EXCEPTION, e.toString());
      unexpected.initCause(e);
      violation = Optional.of(unexpected);
    }
    return new FaultRun(
        seed,
        stage.hash(),
        stage.eventCount(),
        stage.nowMillis(),
        stage.counts(),
        checks.tally(bags.size()),
        violation);
  }

  private boolean isQuiet() {
    for (BagId id : bags.keySet()) {
      if (!hasEnded(id)) {
        return false;
      }
    }
    for (Site site : siteList) {
      if (!site.isQuiet()) {
        return false;
      }
    }
    return true;
  }

  private boolean hasEnded(BagId id) {
    return memory.read(id).map(bag -> bag.state() instanceof BagState.Ended).orElse(false);
  }

  private String unrest() {
    List<String> open = new ArrayList<>();
    for (BagId id : bags.keySet()) {
      if (!hasEnded(id)) {
        open.add(
            id + ": " + memory.read(id).map(bag -> bag.state().toString()).orElse("never came"));
      }
    }
    siteList.stream().filter(site -> !site.isQuiet()).map(Site::unrest).forEach(open::add);
    return String.join("\n", open);
  }
}
