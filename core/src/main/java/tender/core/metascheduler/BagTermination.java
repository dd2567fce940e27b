package tender.core.metascheduler;

import java.util.Optional;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.Promise;
import tender.core.model.ProviderId;

/** Ends a bag for which no provider could be found. */
final class BagTermination {
  private BagTermination() {}

  /** Ends a bag without a promise, so no promise is broken. */
  static void endWithoutPromise(BagBuilder bag, BagEffect.NoPromiseReason reason, long nowMillis) {
    endWithoutPromise(bag, new BagEffect.NoPromise(reason), nowMillis);
  }

  /** Ends a bag without a promise, so no promise is broken. */
  static void endWithoutPromise(BagBuilder bag, BagEffect.NoPromise effect, long nowMillis) {
    bag.end(ending(effect.reason()), effect, nowMillis);
  }

  private static BagState.Ending ending(BagEffect.NoPromiseReason reason) {
    return switch (reason) {
      case NO_OFFERS, INSUFFICIENT_OFFERS -> BagState.Ending.INSUFFICIENT_OFFERS;
      case RESERVATIONS_REFUSED -> BagState.Ending.RESERVATIONS_REFUSED;
      case NOT_MATCHED_IN_TIME -> BagState.Ending.NOT_MATCHED_IN_TIME;
      case INSUFFICIENT_FUNDS -> BagState.Ending.INSUFFICIENT_FUNDS;
    };
  }

  /** Ends a promised bag; the breach is attributed to the provider that failed first. */
  static void endWithBrokenPromise(
      BagBuilder bag,
      PlacementState.CollectingOffers collecting,
      BagEffect.NoPromiseReason reason,
      long nowMillis) {
    ProviderId provider =
        collecting
            .originalFault()
            .map(Breach.ProviderFault::provider)
            .orElse(collecting.calledProviders().getFirst());
    bag.breach =
        Optional.of(
            new Breach(
                Breach.Cause.NO_REPLACEMENT,
                provider,
                bag.promise.map(Promise::completionMillis).orElse(nowMillis),
                nowMillis));
    bag.parts.forEach(part -> bag.release(part.id()));
    bag.end(BagState.Ending.GIVEN_UP, new BagEffect.NoPromise(reason), nowMillis);
  }
}
