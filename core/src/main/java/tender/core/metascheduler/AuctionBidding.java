package tender.core.metascheduler;

import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.PlacementState;
import java.util.List;
import java.util.Optional;
import tender.core.model.Bag;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * The rules for a bag that bids in the auction. A match only says whom to call; whether the place
 * can be had is found out as for any other bag, by reserving and committing it. If it cannot, the
 * bag bids again, as one that has waited since it was handed in.
 */
final class AuctionBidding {
  private static final int LONGEST_PAUSE_DOUBLINGS = 6;

  private final TimeoutConfig patience;

  AuctionBidding(TimeoutConfig patience) {
    this.patience = patience;
  }

  /**
   * @throws IllegalArgumentException if the bag is not one rigid job with a deadline
   */
  void enterAuction(BagBuilder bag, long nowMillis) {
    Bag wanted = bag.bag;
    if (wanted.tasks() != 1 || wanted.deadlineMillis() == Time.NEVER) {
      throw new IllegalArgumentException(
          "Bag "
              + bag.id
              + " has "
              + wanted.tasks()
              + " tasks, and bids; who bids must have one task and a deadline.");
    }
    bag.effects.add(new BagEffect.AuctionEntered());
    bidFrom(bag, nowMillis);
  }

  private static void bidFrom(BagBuilder bag, long fromMillis) {
    TaskSet tasks = TaskSet.first(bag.bag.tasks());
    bag.placement = Optional.of(new PlacementState.AwaitingMatch(tasks, fromMillis, bag.acceptancePolicy.deadlineMillis()));
  }

  /** Whom to call, if the match is still news. */
  Optional<List<ProviderId>> match(BagBuilder bag, ProviderId provider, long nowMillis) {
    if (bag.placement.orElse(null) instanceof PlacementState.AwaitingMatch bidding
        && bidding.fromMillis() <= nowMillis) {
      bag.effects.add(new BagEffect.MatchFound(provider));
      return Optional.of(List.of(provider));
    }
    return Optional.empty();
  }

  /**
   * After a while, which grows: a provider that tells of slots which it does not give would
   * otherwise be matched in every cycle.
   */
  void reenterAuction(BagBuilder bag, PlacementState.CollectingOffers calling, BagEffect.MatchFailure why, long nowMillis) {
    bag.effects.add(new BagEffect.AuctionReentered(calling.calledProviders().getFirst(), why));
    int doublings = Math.min(bag.failedCalls++, LONGEST_PAUSE_DOUBLINGS);
    bidFrom(bag, nowMillis + (patience.answerTimeoutMillis() << doublings));
  }

  static BagEffect.MatchFailure matchFailure(BagEffect.NoPromiseReason why) {
    return why == BagEffect.NoPromiseReason.RESERVATIONS_REFUSED
        ? BagEffect.MatchFailure.RESERVATION_REFUSED
        : BagEffect.MatchFailure.NOTHING_OFFERED;
  }

  /** No place can meet the deadline any more. */
  static void endUnmatched(BagBuilder bag, long nowMillis) {
    if (bag.placement.orElse(null) instanceof PlacementState.AwaitingMatch) {
      BagTermination.endWithoutPromise(bag, BagEffect.NoPromiseReason.NOT_MATCHED_IN_TIME, nowMillis);
    }
  }
}
