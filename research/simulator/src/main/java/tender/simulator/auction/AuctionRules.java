package tender.simulator.auction;

import tender.core.model.Time;

/**
 * How the market is run.
 *
 * @param cycleMillis from one clearing to the next
 * @param lookAheadMillis sites tell of slots that begin no later than this from now; {@link
 *     Time#NEVER} for all
 */
public record AuctionRules(long cycleMillis, long lookAheadMillis) {}
