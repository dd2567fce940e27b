package tender.agent.execution;

import tender.agent.files.KeptOutputs;
import tender.agent.pilot.PilotPlanner;
import tender.agent.pilot.PilotSettings;
import tender.core.model.Job;
import tender.core.model.ProviderId;
import tender.core.model.Time;

/**
 * How parts are executed.
 *
 * @param overrunPermille when a task is killed, in thousandths of its user's estimate
 * @param maxQueuedJobs how many of the agent's jobs may be in the batch system at a time
 * @param pilots which tasks are run by pilots
 * @param keptOutputs how outputs that are too large to be delivered are kept
 */
public record ExecutionSettings(
    ProviderId provider,
    int overrunPermille,
    int maxQueuedJobs,
    PilotSettings pilots,
    KeptOutputs.Settings keptOutputs) {
  private static final int THOUSAND = 1_000;

  /** How long a task may run before it is killed. */
  long taskLimitMillis(long estimateMillis) {
    return Math.clamp(
        Math.ceilDiv(estimateMillis * overrunPermille, THOUSAND),
        Time.MINUTE_MILLIS,
        Time.LIMIT_MILLIS);
  }

  /** Plans the pilots of a part whose tasks take this long by the user's estimate. */
  PilotPlanner pilotPlanner(Job job, long estimateMillis) {
    return new PilotPlanner(pilots, job, taskLimitMillis(estimateMillis));
  }
}
