package tender.experiments.nodes;

import tender.simulator.cluster.ScheduleMeasures;

/**
 * The result of one scheduler that knows one variant of the machine.
 *
 * @param cpuSeconds of the simulation with its scheduler
 * @param ratio to the CPU time of the variant with processors only in the same repetition
 */
public record NodesResult(
    NodesVariant variant, ScheduleMeasures measures, Spread cpuSeconds, Spread ratio) {}
