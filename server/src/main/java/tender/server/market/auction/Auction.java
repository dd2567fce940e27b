package tender.server.market.auction;

import java.util.function.BiConsumer;
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

  /**
   * @param post tells a bag something
   */
  public Auction(AuctionBooks books, AuctionSettings settings, BiConsumer<BagId, BagEvent> post) {
    this.books = books;
    this.settings = settings;
    this.post = post;
    clearing = new CycleClearing(settings);
  }

  /** Clears a cycle if one is due. */
  public void look() {
    books.clear(settings.everyMillis(), clearing::clear).ifPresent(this::tell);
  }

  private void tell(ClearingView cleared) {
    cleared
        .matches()
        .forEach(match -> post.accept(match.bag(), new BagEvent.Matched(match.provider())));
    cleared.hopeless().forEach(bag -> post.accept(bag.bag(), new BagEvent.Hopeless()));
  }
}
