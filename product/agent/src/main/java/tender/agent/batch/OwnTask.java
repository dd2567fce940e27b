package tender.agent.batch;

/**
 * One of the agent's tasks that waits or runs.
 *
 * @param jobName of its {@link ArrayJob}
 * @param arrayIndex of the task within it
 * @param startedMillis since the Unix epoch; {@link tender.core.model.Time#NEVER} while it waits
 */
public record OwnTask(String jobName, int arrayIndex, boolean running, long startedMillis) {}
