package tender.experiments.optimum;

import tender.core.auction.QueueId;
import tender.core.auction.WaitingJob;

/** A job starts in a queue. */
public record Placement(WaitingJob job, QueueId queue, long startMillis) {}
