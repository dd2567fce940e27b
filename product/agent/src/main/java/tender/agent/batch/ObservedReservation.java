package tender.agent.batch;

/**
 * Processors of the cluster that are kept for somebody.
 *
 * @param processors how many of ours it covers
 * @param fromMillis since the Unix epoch
 * @param ours whether it is kept for the agent's user
 */
public record ObservedReservation(
    String name, int processors, long fromMillis, long untilMillis, boolean ours) {}
