package tender.server.market.auction;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import tender.core.metascheduler.BagEvent;
import tender.core.model.BagId;
import tender.server.market.view.ClearingView;
import tender.server.store.AuctionBooks;

/**
 * Holds the auction, together with the other replicas: each looks often, and whoever looks first
 * when a cycle is due clears it. The bags are told after it is written; a bag that is not told bids
 * on, and one that is told twice is changed once.
 */
public final class Auction {
  private final AuctionBooks books;
  private final AuctionSettings settings;
  private final CycleClearing clearing;
  private final BiConsumer<BagId, BagEvent> post;
  private final Consumer<ClearingView> cleared;

  /**
   * @param post tells a bag something
   * @param cleared told of each cycle that was cleared here
   */
  public Auction(
      AuctionBooks books,
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
  public void look() {
    books.clear(settings.everyMillis(), clearing::clear).ifPresent(this::tell);
  }

  private void tell(ClearingView clearing) {
    clearing
        .matches()
        .forEach(match -> post.accept(match.bag(), new BagEvent.Matched(match.provider())));
    clearing.hopeless().forEach(bag -> post.accept(bag.bag(), new BagEvent.Hopeless()));
    cleared.accept(clearing);
  }
}
