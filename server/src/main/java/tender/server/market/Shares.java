package tender.server.market;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.metascheduler.BagEffect;
import tender.core.metascheduler.BagState;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.server.market.view.PartsView;
import tender.server.market.view.PersonId;
import tender.server.market.view.SharesView;
import tender.server.store.Database;
import tender.server.store.News;
import tender.server.store.Submission;

/** What a person's bags bid and paid where time is shared, from what the market keeps of them. */
final class Shares {
  private static final int MOST_BAGS = 10;

  private final Database database;

  Shares(Database database) {
    this.database = database;
  }

  SharesView view(PersonId person) {
    List<SharesView.Share> shares = new ArrayList<>();
    for (Submission submission : database.submissions().sharing(person, MOST_BAGS)) {
      database
          .store()
          .read(submission.bag())
          .ifPresent(stored -> add(submission, stored.state(), shares));
    }
    return new SharesView(shares);
  }

  private void add(Submission submission, BagState state, List<SharesView.Share> shares) {
    List<News> news = database.store().news(submission.bag());
    Map<ProviderId, Money> bids = bids(submission, state, news);
    Map<ProviderId, Money> paid = database.ledger().paid(submission.bag());
    PartsView parts =
        PartHistories.of(state, news, database.histories().arrivals(submission.bag()));
    for (PartsView.PartView part : parts.parts()) {
      Money bid = bids.get(part.provider());
      if (bid != null) {
        shares.add(
            new SharesView.Share(
                submission.bag(),
                submission.order().name(),
                part.provider(),
                part.tasks(),
                part.arrivals().isEmpty() ? 0 : part.arrivals().getLast().tasks(),
                part.placedMillis(),
                part.endedMillis(),
                bid,
                paid.getOrDefault(part.provider(), Money.ZERO)));
      }
    }
  }

  /** The last bid at each host. One that is always the same is never said to have changed. */
  private static Map<ProviderId, Money> bids(
      Submission submission, BagState state, List<News> news) {
    Map<ProviderId, Money> bids = new LinkedHashMap<>();
    Optional<Money> always = submission.wish().bidder().flatMap(Message.Bidder::perMinute);
    for (News one : news) {
      if (one.effect() instanceof BagEffect.BidChanged changed) {
        bids.put(changed.part().provider(), changed.toPerMinute());
      } else if (one.effect() instanceof BagEffect.Placed placed) {
        always.ifPresent(bid -> bids.put(placed.part().provider(), bid));
      }
    }
    if (state instanceof BagState.Open open) {
      open.parts()
          .forEach(
              part -> part.bid().ifPresent(bid -> bids.put(part.id().provider(), bid.perMinute())));
    }
    return bids;
  }
}
