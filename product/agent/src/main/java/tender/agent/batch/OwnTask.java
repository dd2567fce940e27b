package tender.agent.batch;

import java.util.Optional;
import tender.core.model.Time;

/**
 * One of the agent's tasks that waits or runs.
 *
 * @param jobName of its {@link ArrayJob}
 * @param arrayIndex of the task within it
 * @param startedMillis since the Unix epoch; {@link Time#NEVER} while it waits
 * @param allocation what it has on its nodes; empty if it waits, or only its processors are known
 */
public record OwnTask(
    String jobName,
    int arrayIndex,
    boolean running,
    long startedMillis,
    Optional<NodeAllocation> allocation) {
  /** A task of which only the processors are known. */
  public OwnTask(String jobName, int arrayIndex, boolean running, long startedMillis) {
    this(jobName, arrayIndex, running, startedMillis, Optional.empty());
  }

  /** The same task while it waits: equal for all states of one task. */
  public OwnTask waiting() {
    return running ? new OwnTask(jobName, arrayIndex, false, Time.NEVER) : this;
  }
}
