package tender.agent.batch;

/**
 * A reservation on the cluster, as read from the batch system.
 *
 * @param processors of the agent's partition that it covers
 * @param fromMillis since the Unix epoch
 * @param ours whether it belongs to the agent's user
 */
public record ObservedReservation(
    String name, int processors, long fromMillis, long untilMillis, boolean ours) {}
