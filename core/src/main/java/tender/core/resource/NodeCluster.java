package tender.core.resource;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tender.core.check.ValueChecks;

/**
 * A cluster as numbers of equal nodes. Its nodes are numbered from zero, those of one kind
 * together, in the order of the kinds.
 *
 * @param groups at least one; no two of them have kinds with the same name
 * @param defaultMemoryMib the memory per processor of a task that requests none
 */
public record NodeCluster(List<Group> groups, int defaultMemoryMib) {

  /** Some nodes of one kind. */
  public record Group(NodeKind kind, int nodes) {
    public Group {
      ValueChecks.positive(nodes, "The number of nodes " + kind.name());
    }
  }

  public NodeCluster {
    groups = List.copyOf(groups);
    ValueChecks.notNegative(defaultMemoryMib, "The default memory per processor");
    ValueChecks.positive(groups.size(), "A cluster's number of kinds of nodes");
    Set<String> names = new LinkedHashSet<>();
    for (Group group : groups) {
      if (!names.add(group.kind.name())) {
        throw new IllegalArgumentException(
            "A cluster has two kinds of nodes with the name " + group.kind.name() + ".");
      }
    }
  }

  /** A cluster where a task that requests no memory takes none. */
  public NodeCluster(List<Group> groups) {
    this(groups, 0);
  }

  /** A cluster of equal nodes. */
  public static NodeCluster of(NodeKind kind, int nodes) {
    return new NodeCluster(List.of(new Group(kind, nodes)));
  }

  public int nodes() {
    int nodes = 0;
    for (Group group : groups) {
      nodes = Math.addExact(nodes, group.nodes);
    }
    return nodes;
  }

  /** The kind of the node with this number. */
  public NodeKind kindOf(int node) {
    int first = 0;
    for (Group group : groups) {
      if (node >= first && node < first + group.nodes) {
        return group.kind;
      }
      first += group.nodes;
    }
    throw new IllegalArgumentException(
        "The cluster has no node "
            + node
            + ": its nodes are numbered from 0 to "
            + (first - 1)
            + ".");
  }

  /** The request with the memory that the task takes here if it requests none. */
  public TaskRequest withDefaultMemory(TaskRequest request) {
    ResourceAmounts perNode = request.perNode();
    if (perNode.memoryMib() > 0 || defaultMemoryMib == 0) {
      return request;
    }
    long memoryMib = (long) perNode.processors() * defaultMemoryMib;
    return request.withMemoryMib((int) Math.min(memoryMib, mostMemoryMib()));
  }

  /** A batch system that gives all memory of a node by default gives no more than it has. */
  private int mostMemoryMib() {
    return groups.stream().mapToInt(group -> group.kind.total().memoryMib()).max().orElseThrow();
  }

  /** The processors of all nodes that can run a node's part of the task. */
  public int usableProcessors(TaskRequest request) {
    int processors = 0;
    for (Group group : groups) {
      if (group.kind.suits(request)) {
        int more = Math.multiplyExact(group.nodes, group.kind.total().processors());
        processors = Math.addExact(processors, more);
      }
    }
    return processors;
  }

  /** Whether the task can run here when no other task does. */
  public boolean suits(TaskRequest request) {
    return misfit(request).isEmpty();
  }

  /** Why the task cannot run here even if no other task does; empty if it can. */
  public Optional<Misfit> misfit(TaskRequest request) {
    return MisfitFinder.find(this, request);
  }
}
