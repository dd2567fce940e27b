package tender.server.engine;

import tender.core.compose.CompositionPolicy;
import tender.core.metascheduler.TimeoutConfig;

/**
 * How a market places bags.
 *
 * @param penaltyPermille the share of a part's price that its provider pays if it breaks its
 *     promise; every call states it
 */
public record MarketRules(
    CompositionPolicy compositionPolicy, TimeoutConfig timeouts, int penaltyPermille) {}
