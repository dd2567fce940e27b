package tender.core.metascheduler;

import java.util.Optional;
import tender.core.model.ProviderId;

/** How a bag ends for which nobody could be found. */
final class GivingUp {
  private GivingUp() {}

  /** Nothing was promised, so nothing is broken. */
  static void unpromised(Draft bag, BagEffect.Why why, long nowMillis) {
    bag.end(ending(why), new BagEffect.NoPromise(why), nowMillis);
  }

  private static BagState.Ending ending(BagEffect.Why why) {
    return switch (why) {
      case NOT_ENOUGH_OFFERED -> BagState.Ending.NOT_ENOUGH_OFFERED;
      case TOO_OFTEN_REFUSED -> BagState.Ending.TOO_OFTEN_REFUSED;
      case NOT_MATCHED_IN_TIME -> BagState.Ending.NOT_MATCHED_IN_TIME;
      case NOT_COVERED -> BagState.Ending.NOT_COVERED;
    };
  }

  /** A promise is broken through whoever failed first. */
  static void promised(Draft bag, Tender.Calling calling, BagEffect.Why why, long nowMillis) {
    ProviderId through =
        calling.insteadOf().map(Breach.Suspicion::provider).orElse(calling.asked().getFirst());
    bag.breach =
        Optional.of(
            new Breach(
                Breach.Cause.NOBODY_ELSE,
                through,
                bag.promise.map(Promise::byMillis).orElse(nowMillis),
                nowMillis));
    bag.parts.forEach(part -> bag.release(part.id()));
    bag.end(BagState.Ending.GIVEN_UP, new BagEffect.NoPromise(why), nowMillis);
  }
}
