package tender.server.bags;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.server.api.view.PartsView;
import tender.server.api.view.SharesView;
import tender.server.model.BagHistoryEvent;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.bags.Submission;

/** Reads bids and payments of a user's bags at time-shared providers. */
final class ShareService {
  private static final int MAX_BAGS = 10;

  private final Database database;

  ShareService(Database database) {
    this.database = database;
  }

  SharesView view(UserId user) {
    List<SharesView.ShareView> shares = new ArrayList<>();
    for (Submission submission : database.submissions().listSharing(user, MAX_BAGS)) {
      database
          .store()
          .read(submission.bag())
          .ifPresent(stored -> add(submission, stored.state(), shares));
    }
    return new SharesView(shares);
  }

  private void add(Submission submission, BagState state, List<SharesView.ShareView> shares) {
    List<BagHistoryEvent> history = database.store().history(submission.bag());
    Map<ProviderId, Money> bids = bids(submission, state, history);
    Map<ProviderId, Money> paid = database.ledger().paidByProvider(submission.bag());
    PartsView parts =
        PartHistoryBuilder.of(state, history, database.history().arrivals(submission.bag()));
    for (PartsView.PartView part : parts.parts()) {
      Money bid = bids.get(part.provider());
      if (bid != null) {
        shares.add(
            new SharesView.ShareView(
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

  /** The last bid at each host. A fixed bid has no change events. */
  private static Map<ProviderId, Money> bids(
      Submission submission, BagState state, List<BagHistoryEvent> history) {
    Map<ProviderId, Money> bids = new LinkedHashMap<>();
    Optional<Money> fixed =
        submission.requirements().bidStrategy().flatMap(Message.BidStrategy::fixedPerMinute);
    for (BagHistoryEvent event : history) {
      if (event.effect() instanceof BagEffect.BidChanged changed) {
        bids.put(changed.part().provider(), changed.toPerMinute());
      } else if (event.effect() instanceof BagEffect.PartPlaced placed) {
        fixed.ifPresent(bid -> bids.put(placed.part().provider(), bid));
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
