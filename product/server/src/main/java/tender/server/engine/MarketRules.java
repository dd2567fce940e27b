package tender.server.engine;

import tender.core.compose.CompositionPolicy;
import tender.core.metascheduler.TimeoutConfig;
import tender.server.model.RetentionPolicy;
import tender.server.model.UserQuotas;

/**
 * How a market places bags, how long it keeps them, and how many a user may have.
 *
 * @param penaltyPermille the share of a part's price that its provider pays if it breaks its
 *     promise; every call states it
 * @param auctionSurplusPermille the share of the difference between a bag's valuation and its price
 *     that providers get for a bag that was matched in the auction
 * @param providersPerCall how many providers a bag calls first; more are called if their offers do
 *     not suffice or may be improved
 */
public record MarketRules(
    CompositionPolicy compositionPolicy,
    TimeoutConfig timeouts,
    int penaltyPermille,
    int auctionSurplusPermille,
    int providersPerCall,
    RetentionPolicy retention,
    UserQuotas quotas) {

  /** Rules of a market with the default retention and quotas. */
  public MarketRules(
      CompositionPolicy compositionPolicy,
      TimeoutConfig timeouts,
      int penaltyPermille,
      int auctionSurplusPermille,
      int providersPerCall) {
    this(
        compositionPolicy,
        timeouts,
        penaltyPermille,
        auctionSurplusPermille,
        providersPerCall,
        RetentionPolicy.DEFAULT,
        UserQuotas.DEFAULT);
  }
}
