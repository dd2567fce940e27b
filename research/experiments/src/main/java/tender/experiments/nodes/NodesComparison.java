package tender.experiments.nodes;

import java.util.List;

/**
 * One scheduler on one log, with each variant of the machine.
 *
 * @param results in the order of the variants
 * @param misfitsOnNodes how many starts of the schedule with processors only do not fit on the
 *     nodes, without regard to memory
 * @param misfitsWithMemory how many of them do not fit on the nodes with their memory
 */
public record NodesComparison(
    NodesLog log,
    String planner,
    List<NodesResult> results,
    int misfitsOnNodes,
    int misfitsWithMemory) {}
