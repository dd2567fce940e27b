package tender.core.provider.state;

import tender.core.model.JobId;

/**
 * Processors that a job has or is planned to get, for a while. It is for the cluster's owner alone.
 *
 * @param isLocal whether it is a job of the cluster's own users
 * @param untilMillis when it is expected to leave them
 */
public record ProcessorAllocation(
    JobId job, boolean isLocal, int processors, long fromMillis, long untilMillis) {}
