package tender.agent.planning;

/**
 * What is published to the auction.
 *
 * @param intervalMillis also if nothing has changed
 * @param lookAheadMillis slots that begin later are not published
 */
public record PublishSettings(long intervalMillis, long lookAheadMillis) {}
