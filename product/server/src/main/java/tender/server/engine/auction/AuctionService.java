package tender.server.engine.auction;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import tender.core.metascheduler.state.BagEvent;
import tender.core.model.BagId;
import tender.server.model.ClearingView;
import tender.server.store.auction.AuctionRepository;

/**
 * Holds the auction, together with the other replicas: each looks often, and whoever looks first
 * when a cycle is due clears it. The bags are told after it is written; a bag that is not told bids
 * on, and one that is told twice is changed once.
 */
public final class AuctionService {
  private final AuctionRepository books;
  private final AuctionSettings settings;
  private final CycleClearing clearing;
  private final BiConsumer<BagId, BagEvent> post;
  private final Consumer<ClearingView> cleared;

  /**
   * @param post tells a bag something
   * @param cleared told of each cycle that was cleared here
   */
  public AuctionService(
      AuctionRepository books,
      AuctionSettings settings,
      BiConsumer<BagId, BagEvent> post,
      Consumer<ClearingView> cleared) {
    this.books = books;
    this.settings = settings;
    this.post = post;
    this.cleared = cleared;
    clearing = new CycleClearing(settings);
  }

  /** Clears a cycle if one is due. */
  public void clearIfDue() {
    books.clear(settings.cycleMillis(), clearing::clear).ifPresent(this::tell);
  }

  private void tell(ClearingView clearing) {
    clearing
        .matches()
        .forEach(match -> post.accept(match.bag(), new BagEvent.AuctionMatched(match.provider())));
    clearing.infeasible().forEach(bag -> post.accept(bag.bag(), new BagEvent.DeadlineInfeasible()));
    cleared.accept(clearing);
  }
}
