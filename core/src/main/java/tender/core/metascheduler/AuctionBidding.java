package tender.core.metascheduler;

import java.util.List;
import java.util.Optional;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * The rules for a bag that takes part in the auction. A match only determines which providers are
 * called; the metascheduler then reserves and commits as for any other bag. If that fails, the bag
 * enters the auction again and keeps its submission time.
 */
record AuctionBidding(TimeoutConfig timeouts) {
  /**
   * @throws IllegalArgumentException if the bag has no deadline
   */
  void enterAuction(BagBuilder bag, long nowMillis) {
    if (bag.bag.deadlineMillis() == Time.NEVER) {
      throw new IllegalArgumentException(
          "Bag " + bag.id + " has no deadline; a bag in the auction must have one.");
    }
    bag.effects.add(new BagEffect.AuctionEntered());
    awaitMatchFrom(bag, nowMillis);
  }

  private static void awaitMatchFrom(BagBuilder bag, long fromMillis) {
    TaskSet tasks = TaskSet.first(bag.bag.tasks());
    bag.placement =
        Optional.of(
            new PlacementState.AwaitingMatch(
                tasks, fromMillis, bag.acceptancePolicy.deadlineMillis()));
  }

  /** Records a match and returns true, unless the bag is not waiting for a match any more. */
  boolean match(BagBuilder bag, List<ProviderId> providers, long nowMillis) {
    if (bag.placement.orElse(null) instanceof PlacementState.AwaitingMatch awaiting
        && awaiting.fromMillis() <= nowMillis) {
      bag.effects.add(new BagEffect.MatchFound(providers));
      return true;
    }
    return false;
  }

  /**
   * Enters the auction again after a growing pause. Otherwise a provider that publishes slots but
   * does not offer them would be matched in every cycle.
   */
  void reenterAuction(
      BagBuilder bag,
      PlacementState.CollectingOffers collecting,
      BagEffect.MatchFailure reason,
      long nowMillis) {
    bag.effects.add(new BagEffect.AuctionReentered(collecting.calledProviders(), reason));
    awaitMatchFrom(bag, nowMillis + timeouts.backoffMillis(bag.failedCalls++));
  }

  static BagEffect.MatchFailure matchFailure(BagEffect.NoPromiseReason reason) {
    return reason == BagEffect.NoPromiseReason.RESERVATIONS_REFUSED
        ? BagEffect.MatchFailure.RESERVATION_REFUSED
        : BagEffect.MatchFailure.NOTHING_OFFERED;
  }

  /** Ends a bag that waits for a match, because no match can meet its deadline any more. */
  static void endUnmatched(BagBuilder bag, long nowMillis) {
    if (bag.placement.orElse(null) instanceof PlacementState.AwaitingMatch) {
      BagTermination.endWithoutPromise(
          bag, BagEffect.NoPromiseReason.NOT_MATCHED_IN_TIME, nowMillis);
    }
  }
}
