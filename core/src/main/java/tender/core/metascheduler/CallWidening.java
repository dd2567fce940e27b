package tender.core.metascheduler;

import java.util.Optional;
import tender.core.call.WaveResult;
import tender.core.compose.Composition;
import tender.core.metascheduler.state.CallWave;
import tender.core.metascheduler.state.PlacementState;

/**
 * Whether a call goes on with another wave of providers when a wave has been answered.
 *
 * <ul>
 *   <li>While the offers do not suffice for a promise, it goes on until all providers were called:
 *       no bag is refused while a provider was not asked.
 *   <li>If the offers meet the user's requirements, it ends: a promise that is on time and within
 *       the accepted price gains nothing from further offers.
 *   <li>Otherwise the user would have to wait longer or pay more than requested, or asked for the
 *       earliest completion. Then a second wave is called, and further ones as long as the latest
 *       one has reduced the time to completion or the price by more than a twentieth.
 * </ul>
 *
 * <p>Offers expire. Waves that only improve a promise therefore end after a few answer timeouts; if
 * the offers do not suffice by then, the providers are called again together with further ones.
 */
record CallWidening(ProviderCalls calls, TimeoutConfig timeouts) {
  /** With the default timeout of 2 s this is less than the 10 s for which agents' offers hold. */
  private static final int MAX_ANSWER_TIMEOUTS = 3;

  /**
   * Calls more providers if that is worthwhile.
   *
   * @param insufficient whether the composition cannot be promised
   * @return whether providers were called
   */
  boolean callMore(
      BagBuilder bag,
      PlacementState.CollectingOffers collecting,
      Composition composition,
      boolean insufficient,
      long nowMillis) {
    boolean inTime =
        nowMillis
            < collecting.calledMillis() + MAX_ANSWER_TIMEOUTS * timeouts.answerTimeoutMillis();
    if (insufficient) {
      return inTime
          ? calls.callNextWave(bag, collecting, Optional.empty(), nowMillis)
          : calls.callAgainWithMore(bag, collecting, nowMillis);
    }
    CallWave.Outcome outcome =
        new CallWave.Outcome(composition.completionMillis(), composition.price());
    return inTime
        && !isAsRequested(bag, composition)
        && hasImproved(collecting, outcome)
        && calls.callNextWave(bag, collecting, Optional.of(outcome), nowMillis);
  }

  private static boolean isAsRequested(BagBuilder bag, Composition composition) {
    boolean accepted =
        bag.promise.isPresent()
            || bag.acceptancePolicy.alwaysAsks()
            || bag.acceptancePolicy.accepts(composition);
    return composition.meetsDeadline() && accepted && !bag.acceptancePolicy.preferEarliest();
  }

  /** Whether the latest wave was worthwhile; the first one is assumed to be. */
  private static boolean hasImproved(
      PlacementState.CollectingOffers collecting, CallWave.Outcome now) {
    return collecting
        .wave()
        .flatMap(CallWave::previous)
        .map(before -> result(collecting, now).isMuchBetterThan(result(collecting, before)))
        .orElse(true);
  }

  private static WaveResult result(
      PlacementState.CollectingOffers collecting, CallWave.Outcome outcome) {
    return new WaveResult(outcome.completionMillis() - collecting.calledMillis(), outcome.price());
  }
}
