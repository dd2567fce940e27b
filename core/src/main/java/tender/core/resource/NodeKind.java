package tender.core.resource;

import java.util.SortedSet;
import java.util.TreeSet;
import tender.core.check.ValueChecks;

/**
 * A kind of equal nodes.
 *
 * @param total what each of them has
 * @param gpuType the type of its GPUs, empty if it has none or their type is unknown
 * @param features what tasks can require, in the order of the characters
 */
public record NodeKind(
    String name, ResourceAmounts total, String gpuType, SortedSet<String> features) {
  public NodeKind {
    ResourceNames.require(name, "The name of a kind of node");
    ValueChecks.positive(total.processors(), "The number of processors of a node " + name);
    ResourceNames.requireOrEmpty(gpuType, "The GPU type of a node " + name);
    if (!gpuType.isEmpty() && total.gpus() == 0) {
      throw new IllegalArgumentException(
          "A node " + name + " has GPUs of type " + gpuType + ", but no number of GPUs.");
    }
    features = ResourceNames.sorted(features, "A feature of a node " + name);
  }

  /** A kind without GPU type and features. */
  public static NodeKind of(String name, ResourceAmounts total) {
    return new NodeKind(name, total, "", new TreeSet<>());
  }

  /** Whether a node of this kind that runs no other task can run one node's part of the task. */
  public boolean suits(TaskRequest request) {
    return hasProperties(request) && request.perNode().fitsIn(total);
  }

  /** Whether it has the features and the GPU type that the task requires. */
  boolean hasProperties(TaskRequest request) {
    return features.containsAll(request.features())
        && (request.gpuType().isEmpty() || request.gpuType().equals(gpuType));
  }
}
