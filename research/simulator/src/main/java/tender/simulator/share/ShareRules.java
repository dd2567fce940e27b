package tender.simulator.share;

/**
 * How resources are run.
 *
 * @param intervalMillis how long shares stand
 * @param isTaskOnOneProcessor whether a user's one running task can use no more than one processor,
 *     however large his share is; what it leaves is idle and not paid for
 */
public record ShareRules(long intervalMillis, boolean singleProcessorTasks) {}
