package tender.simulator.faults;

import java.util.List;
import java.util.stream.Stream;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.store.StoredBag;
import tender.simulator.faults.seed.SimulationContext;
import tender.simulator.faults.store.InMemoryStore;

/**
 * An auction that matches bidding bags with random sites, even full or removed ones, and too few or
 * too many for their tasks, and reports a match to any replica, sometimes again much later. A real
 * auction may have outdated information in each of these ways, so the server must tolerate every
 * match.
 */
final class RandomAuction {
  private static final long CYCLE_MILLIS = 5 * Time.SECOND_MILLIS;
  private static final long MAX_REPEAT_DELAY_MILLIS = 10 * Time.MINUTE_MILLIS;
  private static final double MATCH_PROBABILITY = 0.3;
  private static final int MAX_PROVIDERS = 3;
  private static final double REPEAT_PROBABILITY = 0.3;

  private final SimulationContext context;
  private final InMemoryStore store;
  private final List<Replica> replicas;
  private final List<FaultySite> sites;
  private boolean cycleScheduled;

  /**
   * @param replicas and {@code sites} may be filled after construction
   */
  RandomAuction(
      SimulationContext context,
      InMemoryStore store,
      List<Replica> replicas,
      List<FaultySite> sites) {
    this.context = context;
    this.store = store;
    this.replicas = replicas;
    this.sites = sites;
  }

  /** Schedules the next cycle if any bag bids. */
  void scheduleCycle() {
    if (!cycleScheduled && store.bags().values().stream().anyMatch(RandomAuction::isBidding)) {
      cycleScheduled = true;
      context.after(CYCLE_MILLIS, this::clear);
    }
  }

  private static boolean isBidding(StoredBag bag) {
    return bag.state() instanceof BagState.Open open && open.isBidding();
  }

  private void clear() {
    cycleScheduled = false;
    for (StoredBag bag : List.copyOf(store.bags().values())) {
      if (isBidding(bag) && context.random().chance(MATCH_PROBABILITY)) {
        BagId id = bag.state().id();
        BagEvent matched = new BagEvent.AuctionMatched(randomProviders());
        context.random().pick(replicas).deliver(id, matched);
        if (context.random().chance(REPEAT_PROBABILITY)) {
          long delayMillis = context.random().between(0, MAX_REPEAT_DELAY_MILLIS);
          context.after(delayMillis, () -> context.random().pick(replicas).deliver(id, matched));
        }
      }
    }
    scheduleCycle();
  }

  private List<ProviderId> randomProviders() {
    return Stream.generate(() -> context.random().pick(sites).id())
        .limit(context.random().between(1, MAX_PROVIDERS))
        .distinct()
        .toList();
  }
}
