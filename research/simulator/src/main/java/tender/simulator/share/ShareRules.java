package tender.simulator.share;

/**
 * The rules of all time-shared resources.
 *
 * @param intervalMillis how long shares stay fixed
 * @param singleProcessorTasks whether a user's running task uses at most one processor, even if the
 *     user's share is larger; the rest is idle and not charged
 */
public record ShareRules(long intervalMillis, boolean singleProcessorTasks) {}
