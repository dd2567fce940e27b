package tender.agent.provider;

import tender.core.provider.Sharing;

/**
 * How a host's owner shares its time.
 *
 * @param intervalMillis after how long everybody is charged, and bids that have come count
 */
public record ShareSettings(Sharing sharing, long intervalMillis) {}
