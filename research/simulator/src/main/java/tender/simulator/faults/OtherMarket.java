package tender.simulator.faults;

import java.util.List;
import tender.core.call.SeededHash;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.BagId;
import tender.core.store.StoredBag;
import tender.simulator.faults.checks.InvariantChecker;
import tender.simulator.faults.seed.SimulationContext;
import tender.simulator.faults.store.InMemoryStore;

/**
 * Another market, for which this one is a provider: some bags are its own. It commits to what is
 * held for them, to all tasks or to fewer; or too late, twice or never.
 */
final class OtherMarket {
  private static final long HOLDING_EVERY = 3;
  private static final long OWN_EVERY = 2;
  private static final long ABANDONED_EVERY = 4;
  private static final long POLL_MILLIS = 700;
  private static final long MAX_REPEAT_DELAY_MILLIS = 60_000;
  private static final double COMMIT_PROBABILITY = 0.4;
  private static final double FEWER_PROBABILITY = 0.3;
  private static final double REPEAT_PROBABILITY = 0.3;

  private final long seed;
  private final SimulationContext context;
  private final InMemoryStore store;
  private final List<Replica> replicas;
  private final InvariantChecker checks;
  private boolean pollScheduled;

  /**
   * @param replicas may be filled after construction
   */
  OtherMarket(
      long seed,
      SimulationContext context,
      InMemoryStore store,
      List<Replica> replicas,
      InvariantChecker checks) {
    this.seed = seed;
    this.context = context;
    this.store = store;
    this.replicas = replicas;
    this.checks = checks;
  }

  /**
   * In a third of the simulations, half of the bags without an auction are of the other market.
   * This is decided by a hash and not drawn, so that the other simulations are what they would be
   * without it.
   */
  AcceptancePolicy policy(BagId bag, AcceptancePolicy drawn) {
    boolean holding = Math.floorMod(SeededHash.of(seed, "other-market"), HOLDING_EVERY) == 0;
    boolean own = Math.floorMod(SeededHash.of(seed, bag.value()), OWN_EVERY) == 0;
    if (!holding || !own || drawn.valuation().isPresent()) {
      return drawn;
    }
    checks.ownedByOtherMarket(bag);
    return drawn.withHoldFirst(true);
  }

  /** Schedules the next decision if anything is held. */
  void scheduleDecision() {
    if (!pollScheduled && store.bags().values().stream().anyMatch(OtherMarket::isHeld)) {
      pollScheduled = true;
      context.after(POLL_MILLIS, this::decide);
    }
  }

  private static boolean isHeld(StoredBag bag) {
    return bag.state() instanceof BagState.Open open
        && open.placement().orElse(null) instanceof PlacementState.Held;
  }

  private void decide() {
    pollScheduled = false;
    for (StoredBag bag : List.copyOf(store.bags().values())) {
      if (isHeld(bag)
          && !isAbandoned(bag.state().id())
          && context.random().chance(COMMIT_PROBABILITY)) {
        commit(bag.state().id(), bag.state().bag().tasks());
      }
    }
    scheduleDecision();
  }

  /** It never commits to some of its bags, as if it had failed. */
  private boolean isAbandoned(BagId bag) {
    return Math.floorMod(SeededHash.of(seed, "abandoned " + bag.value()), ABANDONED_EVERY) == 0;
  }

  private void commit(BagId bag, int held) {
    int tasks =
        context.random().chance(FEWER_PROBABILITY) ? context.random().between(1, held) : held;
    BagEvent committed = new BagEvent.HoldCommitted(tasks);
    context.record("other market", () -> "commits to " + tasks + " tasks of " + bag);
    checks.committedByOtherMarket(bag);
    context.random().pick(replicas).deliver(bag, committed);
    if (context.random().chance(REPEAT_PROBABILITY)) {
      long delayMillis = context.random().between(0, MAX_REPEAT_DELAY_MILLIS);
      context.after(delayMillis, () -> context.random().pick(replicas).deliver(bag, committed));
    }
  }
}
