package tender.simulator.faults;

import java.util.List;
import tender.core.metascheduler.BagEvent;
import tender.core.metascheduler.BagState;
import tender.core.model.BagId;
import tender.core.model.Time;
import tender.core.store.StoredBag;

/**
 * An auction that knows nothing: it matches bags that bid with any site, full or gone, and says so
 * to any replica, now and then again much later. What a real one knows may be wrong in each of
 * these ways, so whatever it says must be borne.
 */
final class Auctioneer {
  private static final long CYCLE_MILLIS = 5 * Time.SECOND_MILLIS;
  private static final long LATEST_MILLIS = 10 * Time.MINUTE_MILLIS;
  private static final double MATCHED = 0.3;
  private static final double SAID_AGAIN = 0.3;

  private final Stage stage;
  private final MemoryStore memory;
  private final List<Replica> replicas;
  private final List<Site> sites;
  private boolean planned;

  /**
   * @param replicas and the sites may be filled in later
   */
  Auctioneer(Stage stage, MemoryStore memory, List<Replica> replicas, List<Site> sites) {
    this.stage = stage;
    this.memory = memory;
    this.replicas = replicas;
    this.sites = sites;
  }

  /** There is a cycle as long as somebody bids. */
  void plan() {
    if (!planned && memory.bags().values().stream().anyMatch(Auctioneer::isBidding)) {
      planned = true;
      stage.after(CYCLE_MILLIS, this::clear);
    }
  }

  private static boolean isBidding(StoredBag bag) {
    return bag.state() instanceof BagState.Open open && open.isBidding();
  }

  private void clear() {
    planned = false;
    for (StoredBag bag : List.copyOf(memory.bags().values())) {
      if (isBidding(bag) && stage.dice.chance(MATCHED)) {
        BagId id = bag.state().id();
        BagEvent matched = new BagEvent.Matched(stage.dice.pick(sites).id());
        stage.dice.pick(replicas).tell(id, matched);
        if (stage.dice.chance(SAID_AGAIN)) {
          long delayMillis = stage.dice.between(0, LATEST_MILLIS);
          stage.after(delayMillis, () -> stage.dice.pick(replicas).tell(id, matched));
        }
      }
    }
    plan();
  }
}
