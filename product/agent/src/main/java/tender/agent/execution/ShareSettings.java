package tender.agent.execution;

import tender.core.provider.TimeSharingTerms;

/**
 * How a host's owner shares its time.
 *
 * @param intervalMillis after how long everybody is charged, and bids that have come count
 */
public record ShareSettings(TimeSharingTerms sharing, long intervalMillis) {}
