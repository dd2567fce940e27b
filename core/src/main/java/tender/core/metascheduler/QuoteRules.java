package tender.core.metascheduler;

import java.util.List;
import java.util.Optional;
import tender.core.compose.Composition;
import tender.core.metascheduler.placement.CompositionSelector;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.Money;
import tender.core.model.Time;

/** The rules of a quote: shown to the user, then accepted, declined or expired. */
record QuoteRules(TimeoutConfig timeouts, ProviderCalls calls) {
  /**
   * Shows the user a quote. Offers expire before a user decides, so nothing is reserved meanwhile
   * and all providers are called again afterwards. A late completion time therefore includes the
   * time to accept.
   */
  void offer(
      BagBuilder bag,
      PlacementState.CollectingOffers collecting,
      CompositionSelector.Selection selection,
      List<PlacementState.SizedQuote> sizes,
      long nowMillis) {
    Composition composition = selection.composition();
    long expiresMillis = Time.after(nowMillis, timeouts.acceptTimeoutMillis());
    long completionMillis =
        composition.meetsDeadline()
            ? composition.deadlineMillis()
            : Time.after(composition.completionMillis(), timeouts.acceptTimeoutMillis());
    bag.placement =
        Optional.of(
            new PlacementState.AwaitingAcceptance(
                collecting,
                composition,
                completionMillis,
                expiresMillis,
                selection.onTimeAlternative(),
                sizes));
    bag.effects.add(new BagEffect.QuoteReady(composition, completionMillis, expiresMillis));
  }

  /** The accepted completion time and price apply to the bag from now on. */
  void accept(BagBuilder bag, long completionMillis, Money maxPrice, long nowMillis) {
    if (bag.placement.orElse(null) instanceof PlacementState.AwaitingAcceptance awaiting) {
      bag.acceptancePolicy = bag.acceptancePolicy.afterAcceptance(completionMillis, maxPrice);
      calls.call(bag, awaiting.tasks(), awaiting.call().originalFault(), nowMillis);
    }
  }

  void decline(BagBuilder bag, long nowMillis) {
    if (bag.placement.orElse(null) instanceof PlacementState.AwaitingAcceptance) {
      bag.end(BagState.Ending.QUOTE_NOT_ACCEPTED, new BagEffect.QuoteNotAccepted(), nowMillis);
    }
  }
}
