package tender.agent.execution;

import tender.agent.files.KeptOutputs;
import tender.agent.files.SiteResultFolders;
import tender.agent.pilot.PilotSettings;
import tender.core.model.ProviderId;
import tender.core.model.Time;

/**
 * How parts are executed.
 *
 * @param overrunPermille when a task is killed, in thousandths of its user's estimate
 * @param maxQueuedJobs how many of the agent's jobs may be in the batch system at a time
 * @param pilots which tasks are run by pilots
 * @param keptOutputs how outputs that are too large to be delivered are kept
 * @param resultFolders in which outputs may stay at the site
 * @param isPaid whether tasks are charged by their run time, and stopped when it is not paid
 */
public record ExecutionSettings(
    ProviderId provider,
    int overrunPermille,
    int maxQueuedJobs,
    PilotSettings pilots,
    KeptOutputs.Settings keptOutputs,
    SiteResultFolders resultFolders,
    boolean isPaid) {
  private static final int THOUSAND = 1_000;

  /** How long a task may run before it is killed. */
  public long taskLimitMillis(long estimateMillis) {
    return Math.clamp(
        Math.ceilDiv(estimateMillis * overrunPermille, THOUSAND),
        Time.MINUTE_MILLIS,
        Time.LIMIT_MILLIS);
  }
}
