package tender.agent.pilot;

/**
 * Which tasks are run by pilots.
 *
 * @param maxTaskMillis tasks with a shorter estimate are run by pilots; 0: none
 * @param maxPilotMillis time limit of a pilot, unless a single task may run longer
 */
public record PilotSettings(long maxTaskMillis, long maxPilotMillis) {}
