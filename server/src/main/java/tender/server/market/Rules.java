package tender.server.market;

import tender.core.compose.Composer;
import tender.core.metascheduler.Patience;

/**
 * By which rules bags are tendered.
 *
 * @param penaltyPermille which share of its price a part's provider pays if it breaks its promise;
 *     every call says it
 */
public record Rules(Composer composer, Patience patience, int penaltyPermille) {}
