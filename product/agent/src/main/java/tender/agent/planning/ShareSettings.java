package tender.agent.planning;

import tender.core.provider.TimeSharingTerms;

/**
 * How a host's owner shares its time.
 *
 * @param intervalMillis interval at which parts are charged and new bids take effect
 */
public record ShareSettings(TimeSharingTerms sharing, long intervalMillis) {}
