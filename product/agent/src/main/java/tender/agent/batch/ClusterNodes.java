package tender.agent.batch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.core.resource.NodeCluster;
import tender.core.resource.NodeKind;

/**
 * The nodes of a cluster whose batch system gives tasks more than processors.
 *
 * @param cluster the nodes by kind
 * @param names the batch system's names of the nodes, in the order of their numbers in the cluster
 * @param canBeExclusive whether a task can have a node to itself
 */
public record ClusterNodes(NodeCluster cluster, List<String> names, boolean canBeExclusive) {
  public ClusterNodes {
    names = List.copyOf(names);
    if (names.size() != cluster.nodes()) {
      throw new IllegalArgumentException(
          "There are %d names for %d nodes.".formatted(names.size(), cluster.nodes()));
    }
  }

  /**
   * Groups nodes by kind; the names of the kinds do not matter.
   *
   * @param byName the kind of each node
   * @param defaultMemoryMib the memory per processor of a task that requests none
   */
  public static ClusterNodes of(Map<String, NodeKind> byName, int defaultMemoryMib) {
    Map<NodeKind, List<String>> kinds = new LinkedHashMap<>();
    byName.forEach(
        (name, kind) ->
            kinds
                .computeIfAbsent(
                    new NodeKind("any", kind.total(), kind.gpuType(), kind.features()),
                    absent -> new ArrayList<>())
                .add(name));
    List<NodeCluster.Group> groups = new ArrayList<>();
    List<String> names = new ArrayList<>();
    kinds.forEach(
        (kind, nodes) -> {
          String name = "kind" + (groups.size() + 1);
          groups.add(
              new NodeCluster.Group(
                  new NodeKind(name, kind.total(), kind.gpuType(), kind.features()), nodes.size()));
          names.addAll(nodes);
        });
    return new ClusterNodes(
        new NodeCluster(groups, defaultMemoryMib), names, /* canBeExclusive= */ true);
  }

  /** A copy whose nodes are always shared. */
  public ClusterNodes withoutExclusive() {
    return new ClusterNodes(cluster, names, /* canBeExclusive= */ false);
  }
}
