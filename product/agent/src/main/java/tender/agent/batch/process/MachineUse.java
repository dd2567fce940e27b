package tender.agent.batch.process;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.BatchSystemException.Kind;
import tender.agent.batch.ClusterNodes;
import tender.agent.batch.NodeAllocation;
import tender.core.resource.NodeKind;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

/**
 * What this machine has for tasks, and what running tasks use of it. Each holder has all of it. A
 * task without a request uses its processors and counts with no memory.
 */
final class MachineUse {
  /** The name of the only node. */
  private static final String NODE = "localhost";

  private final ResourceAmounts total;
  private final Map<String, ResourceAmounts> usedByHolder = new HashMap<>();

  /**
   * @param total without memory, the machine runs only tasks that request nothing but processors
   */
  MachineUse(ResourceAmounts total) {
    this.total = total;
  }

  /** The machine as the only node; empty if it gives tasks only processors. */
  Optional<ClusterNodes> nodes() {
    return total.memoryMib() == 0
        ? Optional.empty()
        : Optional.of(ClusterNodes.of(Map.of(NODE, NodeKind.of("any", total)), 0));
  }

  /** What each task of an array uses. */
  ResourceAmounts amounts(ArrayJob job) {
    return job.request()
        .map(
            request ->
                request.exclusive()
                    ? total
                    : new ResourceAmounts(job.width(), request.perNode().memoryMib(), 0, 0))
        .orElse(ResourceAmounts.ofProcessors(job.width()));
  }

  /** What a task has, for planning; empty if only its processors matter. */
  Optional<NodeAllocation> allocation(ProcessJob job, boolean isRunning) {
    return nodes()
        .map(
            node ->
                new NodeAllocation(
                    job.amounts, 1, job.isExclusive(), isRunning ? node.names() : List.of()));
  }

  /** Refuses an array whose request no state of this machine can fulfil. */
  void requireSuits(ArrayJob job) {
    Optional<TaskRequest> request = job.request();
    boolean suits =
        request.isEmpty()
            || nodes().filter(node -> node.cluster().suits(request.get())).isPresent();
    if (!suits) {
      throw new BatchSystemException(
          Kind.REFUSED,
          "The tasks of %s request %s, but this machine has %s for tasks."
              .formatted(job.name(), request.get(), total));
    }
  }

  /** Whether another task of the job can start now. */
  boolean hasRoomFor(ProcessJob job) {
    return plus(used(job), job.amounts, 1).fitsIn(total);
  }

  void add(ProcessJob job) {
    usedByHolder.put(job.holder, plus(used(job), job.amounts, 1));
  }

  void remove(ProcessJob job) {
    usedByHolder.put(job.holder, plus(used(job), job.amounts, -1));
  }

  private ResourceAmounts used(ProcessJob job) {
    return usedByHolder.getOrDefault(job.holder, ResourceAmounts.NONE);
  }

  private static ResourceAmounts plus(ResourceAmounts used, ResourceAmounts amounts, int sign) {
    return new ResourceAmounts(
        Math.addExact(used.processors(), sign * amounts.processors()),
        Math.addExact(used.memoryMib(), sign * amounts.memoryMib()),
        0,
        0);
  }
}
