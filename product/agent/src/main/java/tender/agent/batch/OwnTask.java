package tender.agent.batch;

/**
 * A task of ours that waits or runs now.
 *
 * @param jobName of its {@link ArrayJob}
 * @param index of the task within it
 * @param startedMillis since the Unix epoch; {@link tender.core.model.Time#NEVER} while it waits
 */
public record OwnTask(String jobName, int arrayIndex, boolean running, long startedMillis) {}
