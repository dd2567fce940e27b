package tender.server.engine.auction;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import tender.core.metascheduler.state.BagEvent;
import tender.core.model.BagId;
import tender.server.model.ClearingView;
import tender.server.store.auction.AuctionRepository;

/**
 * Runs the auction together with the other replicas: each polls, and the first one that finds a
 * cycle due clears it. The bags are notified after the cycle is written. A bag that misses its
 * notification keeps bidding; a repeated notification has no effect.
 */
public final class AuctionService {
  private final AuctionRepository repository;
  private final AuctionSettings settings;
  private final CycleClearing clearing;
  private final BiConsumer<BagId, BagEvent> events;
  private final Consumer<ClearingView> cleared;

  /**
   * @param events enqueues an event for a bag
   * @param cleared receives each cycle that this replica cleared
   */
  public AuctionService(
      AuctionRepository repository,
      AuctionSettings settings,
      BiConsumer<BagId, BagEvent> events,
      Consumer<ClearingView> cleared) {
    this.repository = repository;
    this.settings = settings;
    this.events = events;
    this.cleared = cleared;
    clearing = new CycleClearing(settings);
  }

  /** Clears a cycle if one is due. */
  public void clearIfDue() {
    repository.clear(settings.cycleMillis(), clearing::clear).ifPresent(this::publish);
  }

  private void publish(ClearingView clearing) {
    clearing
        .matchedProviders()
        .forEach((bag, providers) -> events.accept(bag, new BagEvent.AuctionMatched(providers)));
    clearing
        .infeasible()
        .forEach(bag -> events.accept(bag.bag(), new BagEvent.DeadlineInfeasible()));
    cleared.accept(clearing);
  }
}
