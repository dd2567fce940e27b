package tender.core.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import tender.core.model.Time;
import tender.core.resource.NodeCluster;
import tender.core.resource.NodeKind;
import tender.core.resource.Resource;
import tender.core.resource.TaskRequest;

/** What is taken on each node in each millisecond up to a horizon, and simple searches in it. */
final class NaiveNodeProfile {
  private static final List<Resource> RESOURCES = List.of(Resource.values());
  private static final int HORIZON_MILLIS = 1_000;

  /** How many possible nodes the planner compares beyond those that it needs. */
  private static final int COMPARED_NODES = 8;

  /** Nodes with about the same free memory count as equal. */
  private static final int COMPARED_MEMORY_MIB = 2_048;

  private final NodeCluster cluster;
  private final int[][][] taken;

  /** How many tasks are on a node. */
  private final int[][] tasks;

  NaiveNodeProfile(NodeCluster cluster) {
    this.cluster = cluster;
    taken = new int[cluster.nodes()][HORIZON_MILLIS][RESOURCES.size()];
    tasks = new int[cluster.nodes()][HORIZON_MILLIS];
  }

  long earliestStart(TaskRequest request, long durationMillis, long notBeforeMillis) {
    for (long start = notBeforeMillis; start + durationMillis < HORIZON_MILLIS; start++) {
      int possible = 0;
      for (int node = 0; node < cluster.nodes(); node++) {
        possible += fits(request, node, start, start + durationMillis) ? 1 : 0;
      }
      if (possible >= request.nodes()) {
        return start;
      }
    }
    return Time.NEVER;
  }

  /** The place by the rules of {@link NodeProfile}; the horizon must be far enough away. */
  NodePlacement earliestPlace(TaskRequest request, long durationMillis, long notBeforeMillis) {
    long start = earliestStart(request, durationMillis, notBeforeMillis);
    List<Integer> chosen = new ArrayList<>();
    for (int kind : NodeProfile.of(0, cluster).demand(request).kinds) {
      int missing = request.nodes() - chosen.size();
      List<Integer> possible =
          IntStream.range(0, cluster.nodes())
              .filter(node -> missing > 0)
              .filter(node -> cluster.kindOf(node).equals(cluster.groups().get(kind).kind()))
              .filter(node -> fits(request, node, start, start + durationMillis))
              .limit(missing + COMPARED_NODES)
              .boxed()
              .sorted(bestFit(start))
              .toList();
      chosen.addAll(possible.subList(0, Math.min(missing, possible.size())));
    }
    return new NodePlacement(start, chosen.stream().mapToInt(Integer::intValue).toArray());
  }

  private Comparator<Integer> bestFit(long instant) {
    return Comparator.comparingInt((Integer node) -> free(node, instant, Resource.PROCESSORS))
        .thenComparingInt(node -> free(node, instant, Resource.MEMORY) / COMPARED_MEMORY_MIB)
        .thenComparingInt(node -> node);
  }

  private int free(int node, long instant, Resource resource) {
    return cluster.kindOf(node).total().amount(resource) - taken(node, instant, resource);
  }

  boolean fits(TaskRequest request, int node, long fromMillis, long untilMillis) {
    NodeKind kind = cluster.kindOf(node);
    if (!kind.suits(request)) {
      return false;
    }
    for (long instant = fromMillis; instant < untilMillis; instant++) {
      if (request.exclusive() ? tasks[node][(int) instant] > 0 : !fitsAt(request, node, instant)) {
        return false;
      }
    }
    return true;
  }

  private boolean fitsAt(TaskRequest request, int node, long instant) {
    for (Resource resource : RESOURCES) {
      int total = cluster.kindOf(node).total().amount(resource);
      int used = taken[node][(int) instant][RESOURCES.indexOf(resource)];
      if (used + request.perNode().amount(resource) > total) {
        return false;
      }
    }
    return true;
  }

  /** Adds a task ({@code sign} 1) or removes it (-1) in an interval. */
  void add(TaskRequest request, NodePlacement placement, long from, long until, int sign) {
    for (int node : placement.nodes().toArray()) {
      for (long instant = from; instant < until; instant++) {
        tasks[node][(int) instant] += sign;
        for (Resource resource : RESOURCES) {
          int amount =
              request.exclusive()
                  ? cluster.kindOf(node).total().amount(resource)
                  : request.perNode().amount(resource);
          taken[node][(int) instant][RESOURCES.indexOf(resource)] += sign * amount;
        }
      }
    }
  }

  int taken(int node, long instant, Resource resource) {
    return taken[node][(int) instant][RESOURCES.indexOf(resource)];
  }
}
