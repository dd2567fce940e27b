package tender.server.engine;

import tender.core.compose.CompositionPolicy;
import tender.core.metascheduler.TimeoutConfig;

/**
 * By which rules bags are tendered.
 *
 * @param penaltyPermille which share of its price a part's provider pays if it breaks its promise;
 *     every call says it
 */
public record MarketRules(CompositionPolicy composer, TimeoutConfig timeouts, int penaltyPermille) {}
