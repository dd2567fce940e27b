package tender.core.provider.state;

import tender.core.model.JobId;

/**
 * Processors that a job occupies or is planned to occupy. Only the cluster's owner sees it.
 *
 * @param isLocal whether it is a job of the cluster's own users
 * @param untilMillis when the job is expected to end
 */
public record ProcessorAllocation(
    JobId job, boolean isLocal, int processors, long fromMillis, long untilMillis) {}
