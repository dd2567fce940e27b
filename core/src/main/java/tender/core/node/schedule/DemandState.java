package tender.core.node.schedule;

/**
 * What a pass over the queue remembers about a demand.
 *
 * @param gaps shared by all demands of the same amounts on the same nodes
 * @param bound what was found out about the last task with this demand
 */
record DemandState(FreedGaps gaps, PassBound bound) {}
