package tender.agent.batch;

/**
 * A cluster as its batch system describes it.
 *
 * @param version of the batch system, for people
 * @param processors that can be used now: those of nodes that are down or drained are not among
 *     them, so it may be 0
 * @param largestArray how many tasks an array may have
 * @param mostJobs how many jobs the batch system holds at a time, each task of an array counted
 * @param widestTask how many processors a task may take at most, as far as that is known
 * @param mayReserve whether {@link BatchSystem#reserve} can succeed
 */
public record ClusterInfo(
    String version,
    int processors,
    int maxArraySize,
    int maxJobs,
    int maxTaskWidth,
    boolean canReserve) {}
