package tender.core.node;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import tender.core.resource.NodeCluster;
import tender.core.resource.NodeKind;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

/**
 * A request as one profile's searches need it: the suitable kinds of nodes in the order in which
 * they are used, and the packed amounts that a task takes on each kind.
 */
public final class NodeDemand {
  /** How many nodes a task needs. */
  final int nodes;

  /** The indexes of the suitable kinds, those with the least that the task does not need first. */
  final int[] kinds;

  /** How many nodes are of a suitable kind. */
  final int suitableNodes;

  /** For each kind. */
  final long[] computing;

  final long[] extra;

  /** For each kind the row of the index with the nodes that may have enough processors free. */
  final int[] rows;

  /** The last search for the earliest start of a task. */
  final SearchMemory lastSearch = new SearchMemory();

  NodeDemand(NodeCluster cluster, TaskRequest request, List<Integer> suitable, IndexLayout layout) {
    this.nodes = request.nodes();
    int count = cluster.groups().size();
    computing = new long[count];
    extra = new long[count];
    rows = new int[count];
    for (int kind = 0; kind < count; kind++) {
      NodeKind nodeKind = cluster.groups().get(kind).kind();
      ResourceAmounts taken = taken(request, request.perNode(), nodeKind);
      computing[kind] = PackedAmounts.computing(taken);
      extra[kind] = PackedAmounts.extra(taken);
      rows[kind] = layout.row(kind, taken.processors());
    }
    kinds =
        suitable.stream()
            .sorted(scarceLast(cluster, request))
            .mapToInt(Integer::intValue)
            .toArray();
    suitableNodes = suitable.stream().mapToInt(kind -> cluster.groups().get(kind).nodes()).sum();
  }

  /**
   * What a task takes on a node: everything if it is exclusive. A node that has everything free
   * runs no other task, because each task takes a processor.
   */
  static ResourceAmounts taken(TaskRequest request, ResourceAmounts perNode, NodeKind kind) {
    return request.exclusive() ? kind.total() : perNode;
  }

  /** Whether a task takes the same amounts on the same kinds of nodes, on any number of them. */
  public boolean hasAmountsOf(NodeDemand other) {
    return this == other
        || (Arrays.equals(kinds, other.kinds)
            && Arrays.equals(computing, other.computing)
            && Arrays.equals(extra, other.extra));
  }

  /** Equal for demands of the same amounts on the same kinds of nodes. */
  public List<Long> amounts() {
    List<Long> amounts = new ArrayList<>();
    for (int kind : kinds) {
      amounts.addAll(List.of((long) kind, computing[kind], extra[kind]));
    }
    return amounts;
  }

  /** How many nodes a task needs. */
  public int nodes() {
    return nodes;
  }

  /** How many kinds are suitable. */
  public int kinds() {
    return kinds.length;
  }

  /** A suitable kind, those with the least that the task does not need first. */
  public int kind(int rank) {
    return kinds[rank];
  }

  /** The packed processors and memory that a task takes on a node of a kind. */
  public long computing(int kind) {
    return computing[kind];
  }

  /** The packed GPUs and scratch disk that a task takes on a node of a kind. */
  public long extra(int kind) {
    return extra[kind];
  }

  /** Whether nodes of a kind can run such a task. */
  public boolean isSuitable(int kind) {
    for (int suitable : kinds) {
      if (suitable == kind) {
        return true;
      }
    }
    return false;
  }

  /**
   * Nodes with GPUs that the task does not use come last, then those with the most features that it
   * does not require, then those with the most memory, scratch disk and processors.
   */
  private static Comparator<Integer> scarceLast(NodeCluster cluster, TaskRequest request) {
    Comparator<NodeKind> byWaste =
        Comparator.comparingInt((NodeKind kind) -> kind.total().gpus() - request.perNode().gpus())
            .thenComparingInt(kind -> kind.features().size())
            .thenComparingInt(kind -> kind.total().memoryMib())
            .thenComparingInt(kind -> kind.total().scratchMib())
            .thenComparingInt(kind -> kind.total().processors());
    return Comparator.comparing((Integer index) -> cluster.groups().get(index).kind(), byWaste)
        .thenComparingInt(index -> index);
  }
}
