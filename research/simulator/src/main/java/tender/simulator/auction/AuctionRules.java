package tender.simulator.auction;

import tender.core.model.Time;

/**
 * The rules of the auction.
 *
 * @param cycleMillis from one clearing to the next
 * @param lookAheadMillis sites report only slots that begin within this time from now; {@link
 *     Time#NEVER} for all slots
 */
public record AuctionRules(long cycleMillis, long lookAheadMillis) {}
