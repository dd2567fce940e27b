package tender.agent.batch;

import tender.core.model.Time;

/**
 * One of the agent's tasks that waits or runs.
 *
 * @param jobName of its {@link ArrayJob}
 * @param arrayIndex of the task within it
 * @param startedMillis since the Unix epoch; {@link Time#NEVER} while it waits
 */
public record OwnTask(String jobName, int arrayIndex, boolean running, long startedMillis) {
  /** The same task while it waits: equal for all states of one task. */
  public OwnTask waiting() {
    return running ? new OwnTask(jobName, arrayIndex, false, Time.NEVER) : this;
  }
}
