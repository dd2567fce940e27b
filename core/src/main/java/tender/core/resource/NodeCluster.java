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
 */
public record NodeCluster(List<Group> groups) {

  /** Some nodes of one kind. */
  public record Group(NodeKind kind, int nodes) {
    public Group {
      ValueChecks.positive(nodes, "The number of nodes " + kind.name());
    }
  }

  public NodeCluster {
    groups = List.copyOf(groups);
    ValueChecks.positive(groups.size(), "A cluster's number of kinds of nodes");
    Set<String> names = new LinkedHashSet<>();
    for (Group group : groups) {
      if (!names.add(group.kind.name())) {
        throw new IllegalArgumentException(
            "A cluster has two kinds of nodes with the name " + group.kind.name() + ".");
      }
    }
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

  /** Whether the task can run here when no other task does. */
  public boolean suits(TaskRequest request) {
    return misfit(request).isEmpty();
  }

  /** Why the task cannot run here even if no other task does; empty if it can. */
  public Optional<Misfit> misfit(TaskRequest request) {
    return MisfitFinder.find(this, request);
  }
}
