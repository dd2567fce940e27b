package tender.simulator.cluster;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntConsumer;
import tender.core.model.Cluster;
import tender.core.node.schedule.NodeScheduler;
import tender.core.resource.NodeCluster;
import tender.workload.trace.TraceJob;

/**
 * Drives a scheduler of nodes through a trace, with the events and the rules of {@link
 * ClusterSimulation}. {@link NodeMachine} has the rules by which a job becomes a request.
 */
public final class NodeClusterSimulation {
  private NodeClusterSimulation() {}

  /** Simulates a trace, whose jobs may be in any order and must fit on the machine. */
  public static NodeClusterSchedule run(
      List<TraceJob> jobs, NodeMachine machine, Function<NodeCluster, NodeScheduler> scheduler) {
    return run(jobs, machine, scheduler, ended -> {});
  }

  /**
   * Simulates a trace and reports progress.
   *
   * @param progress receives the number of ended jobs from time to time
   */
  public static NodeClusterSchedule run(
      List<TraceJob> jobs,
      NodeMachine machine,
      Function<NodeCluster, NodeScheduler> scheduler,
      IntConsumer progress) {
    ArrivalOrder arrivals = new ArrivalOrder(jobs, machine.processors());
    NodeCluster cluster = machine.cluster();
    NodeQueue queue = new NodeQueue(arrivals, machine, scheduler.apply(cluster));
    ClusterSchedule starts =
        ClusterSimulation.run(arrivals, Cluster.of(machine.processors()), queue, progress);
    return new NodeClusterSchedule(cluster, starts, queue);
  }
}
