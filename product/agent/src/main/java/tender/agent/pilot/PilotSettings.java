package tender.agent.pilot;

/**
 * Which tasks are too short to be jobs of their own.
 *
 * @param shorterThanMillis tasks that are reckoned to take less are run by pilots; 0: none are
 * @param longestMillis no pilot runs for longer, unless a single task may
 */
public record PilotSettings(long maxTaskMillis, long maxPilotMillis) {}
