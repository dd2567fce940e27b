package tender.experiments.optimum;

import tender.core.auction.QueueId;
import tender.core.auction.WaitingJob;

/** The queue and the start of a placed job. */
public record Placement(WaitingJob job, QueueId queue, long startMillis) {}
