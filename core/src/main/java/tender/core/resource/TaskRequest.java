package tender.core.resource;

import java.util.SortedSet;
import java.util.TreeSet;
import tender.core.check.ValueChecks;

/**
 * What one task requests from the nodes that it runs on, from its start to its end.
 *
 * @param perNode what it takes on each of its nodes; at least one processor
 * @param nodes how many different nodes it runs on at the same time
 * @param gpuType the type that its GPUs must have, empty for any type
 * @param features what each of its nodes must have, in the order of the characters
 * @param exclusive whether no other task may run on its nodes; it then takes all that they have
 * @param retryMemoryMib the most memory on each node that it may request when it is retried because
 *     its memory was exceeded; 0 if it requests no more than at first
 */
public record TaskRequest(
    ResourceAmounts perNode,
    int nodes,
    String gpuType,
    SortedSet<String> features,
    boolean exclusive,
    int retryMemoryMib) {
  public TaskRequest {
    ValueChecks.positive(perNode.processors(), "A task's number of processors per node");
    ValueChecks.positive(nodes, "A task's number of nodes");
    if ((long) nodes * perNode.processors() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "A task requests "
              + perNode.processors()
              + " processors on each of "
              + nodes
              + " nodes; together they must be at most "
              + Integer.MAX_VALUE
              + ".");
    }
    ResourceNames.requireOrEmpty(gpuType, "A task's GPU type");
    if (!gpuType.isEmpty() && perNode.gpus() == 0) {
      throw new IllegalArgumentException(
          "A task requests GPUs of type " + gpuType + ", but no number of GPUs.");
    }
    features = ResourceNames.sorted(features, "A feature that a task requires");
    ValueChecks.notNegative(retryMemoryMib, "The memory in MiB of a task's retry");
  }

  /** A request of these amounts on one node of any kind. */
  public static TaskRequest onOneNode(ResourceAmounts amounts) {
    return onNodes(1, amounts);
  }

  /** A request of these amounts on each of several nodes of any kind. */
  public static TaskRequest onNodes(int nodes, ResourceAmounts perNode) {
    return new TaskRequest(perNode, nodes, "", new TreeSet<>(), false, 0);
  }

  /** A copy that accepts only GPUs of this type. */
  public TaskRequest withGpuType(String gpuType) {
    return new TaskRequest(perNode, nodes, gpuType, features, exclusive, retryMemoryMib);
  }

  /** A copy that requires one more feature. */
  public TaskRequest withFeature(String feature) {
    SortedSet<String> more = new TreeSet<>(features);
    more.add(feature);
    return new TaskRequest(perNode, nodes, gpuType, more, exclusive, retryMemoryMib);
  }

  /** A copy that shares its nodes with no other task. */
  public TaskRequest onExclusiveNodes() {
    return new TaskRequest(perNode, nodes, gpuType, features, true, retryMemoryMib);
  }

  /** A copy that may request up to this memory on each node when it is retried. */
  public TaskRequest withRetryMemoryMib(int retryMemoryMib) {
    return new TaskRequest(perNode, nodes, gpuType, features, exclusive, retryMemoryMib);
  }

  /** The request of a retry with this memory on each node. */
  public TaskRequest withMemoryMib(int memoryMib) {
    ResourceAmounts amounts =
        new ResourceAmounts(perNode.processors(), memoryMib, perNode.gpus(), perNode.scratchMib());
    return new TaskRequest(amounts, nodes, gpuType, features, exclusive, retryMemoryMib);
  }

  /** The request with the most memory that it may have. */
  public TaskRequest largest() {
    return retryMemoryMib <= perNode.memoryMib() ? this : withMemoryMib(retryMemoryMib);
  }

  /** The processors that it requests on all its nodes together. */
  public int processors() {
    return nodes * perNode.processors();
  }
}
