package tender.simulator.cluster;

import java.util.Optional;
import tender.core.resource.NodeCluster;
import tender.core.resource.NodeKind;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;
import tender.workload.trace.TraceJob;

/**
 * A machine of equal nodes, and what a job of a trace requests from them. Traces give a job's
 * processors and its memory for each processor, but not its nodes.
 *
 * <p>Rules. A job gets as few nodes as can hold its processors with their memory. Each of its nodes
 * gives it the same number of processors, rounded up, and the memory of these processors, rounded
 * up to MiB. So a job of 9 processors takes 10 on nodes of 2: a request is equal on all its nodes.
 * A job without a memory request needs no memory.
 *
 * @param memoryMibPerNode 0 if memory is not planned: jobs then request none
 */
public record NodeMachine(int nodes, int processorsPerNode, int memoryMibPerNode) {
  private static final long MIB_KILOBYTES = 1024;

  public int processors() {
    return Math.multiplyExact(nodes, processorsPerNode);
  }

  /** The same machine, on which memory is not planned. */
  public NodeMachine withoutMemory() {
    return new NodeMachine(nodes, processorsPerNode, 0);
  }

  /** The machine as core describes it. */
  public NodeCluster cluster() {
    ResourceAmounts total = new ResourceAmounts(processorsPerNode, memoryMibPerNode, 0, 0);
    return NodeCluster.of(NodeKind.of("node", total), nodes);
  }

  /** What a job requests; empty if the job cannot run even on an empty machine. */
  public Optional<TaskRequest> request(TraceJob job) {
    int mostPerNode = mostProcessorsPerNode(job);
    if (mostPerNode == 0) {
      return Optional.empty();
    }
    int jobNodes = Math.ceilDiv(job.processors(), mostPerNode);
    if (jobNodes > nodes) {
      return Optional.empty();
    }
    int perNode = Math.ceilDiv(job.processors(), jobNodes);
    ResourceAmounts amounts = new ResourceAmounts(perNode, memoryMib(job, perNode), 0, 0);
    return Optional.of(TaskRequest.onNodes(jobNodes, amounts));
  }

  private int mostProcessorsPerNode(TraceJob job) {
    int most = Math.min(processorsPerNode, job.processors());
    if (memoryKilobytes(job) == 0) {
      return most;
    }
    long byMemory = memoryMibPerNode * MIB_KILOBYTES / job.memoryKilobytes();
    return (int) Math.min(most, byMemory);
  }

  private int memoryMib(TraceJob job, int processors) {
    return (int) Math.ceilDiv(memoryKilobytes(job) * processors, MIB_KILOBYTES);
  }

  private long memoryKilobytes(TraceJob job) {
    return memoryMibPerNode == 0 ? 0 : job.memoryKilobytes();
  }
}
