package tender.agent.usage;

/**
 * A job of one of a part's arrays: a task, or a pilot.
 *
 * @param jobName of the array
 */
public record JobKey(String jobName, int arrayIndex) {}
