package tender.core.metascheduler;

import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.Promise;
import tender.core.metascheduler.state.PlacementState;
import java.util.Optional;
import tender.core.model.ProviderId;

/** How a bag ends for which nobody could be found. */
final class BagTermination {
  private BagTermination() {}

  /** Nothing was promised, so nothing is broken. */
  static void endWithoutPromise(BagBuilder bag, BagEffect.NoPromiseReason why, long nowMillis) {
    bag.end(ending(why), new BagEffect.NoPromise(why), nowMillis);
  }

  private static BagState.Ending ending(BagEffect.NoPromiseReason why) {
    return switch (why) {
      case INSUFFICIENT_OFFERS -> BagState.Ending.INSUFFICIENT_OFFERS;
      case RESERVATIONS_REFUSED -> BagState.Ending.RESERVATIONS_REFUSED;
      case NOT_MATCHED_IN_TIME -> BagState.Ending.NOT_MATCHED_IN_TIME;
      case INSUFFICIENT_FUNDS -> BagState.Ending.INSUFFICIENT_FUNDS;
    };
  }

  /** A promise is broken through whoever failed first. */
  static void endWithBrokenPromise(BagBuilder bag, PlacementState.CollectingOffers calling, BagEffect.NoPromiseReason why, long nowMillis) {
    ProviderId through =
        calling.originalFault().map(Breach.ProviderFault::provider).orElse(calling.calledProviders().getFirst());
    bag.breach =
        Optional.of(
            new Breach(
                Breach.Cause.NO_REPLACEMENT,
                through,
                bag.promise.map(Promise::completionMillis).orElse(nowMillis),
                nowMillis));
    bag.parts.forEach(part -> bag.release(part.id()));
    bag.end(BagState.Ending.GIVEN_UP, new BagEffect.NoPromise(why), nowMillis);
  }
}
