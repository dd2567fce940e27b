package tender.agent.execution;

/**
 * How much the auction is told.
 *
 * @param everyMillis how often, also if nothing has changed
 * @param lookAheadMillis slots that begin later than after so long are not told
 */
public record PublishSettings(long intervalMillis, long lookAheadMillis) {}
