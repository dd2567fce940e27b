package tender.core.node;

import java.util.ArrayList;
import java.util.List;
import tender.core.resource.NodeCluster;
import tender.core.resource.TaskRequest;

/**
 * The best makespan and the best sum of completions of a few jobs that are all there at 0, by
 * trying every order of the jobs and all nodes for each, with the earliest start on these nodes.
 * Some optimal schedule is among them: with the jobs in the order of their optimal starts and on
 * their optimal nodes, no job starts later than in the optimal schedule.
 */
final class ExhaustiveSearch {
  private final NaiveNodeProfile profile;
  private final List<NodeJob> jobs;
  private final List<List<int[]>> choices = new ArrayList<>();
  private final boolean[] placed;
  private long bestMakespanMillis = Long.MAX_VALUE;
  private long bestSumMillis = Long.MAX_VALUE;

  private ExhaustiveSearch(NodeCluster cluster, List<NodeJob> jobs) {
    this.profile = new NaiveNodeProfile(cluster);
    this.jobs = jobs;
    this.placed = new boolean[jobs.size()];
    for (NodeJob job : jobs) {
      choices.add(choices(cluster, job.request()));
    }
  }

  record Optimum(long makespanMillis, long sumMillis) {}

  static Optimum find(NodeCluster cluster, List<NodeJob> jobs) {
    ExhaustiveSearch search = new ExhaustiveSearch(cluster, jobs);
    search.placeNext(0, 0, 0);
    return new Optimum(search.bestMakespanMillis, search.bestSumMillis);
  }

  /** All sets of suitable nodes of the requested size. */
  private static List<int[]> choices(NodeCluster cluster, TaskRequest request) {
    List<int[]> choices = new ArrayList<>();
    for (int bits = 1; bits < 1 << cluster.nodes(); bits++) {
      int[] nodes = new int[Integer.bitCount(bits)];
      int size = 0;
      boolean suitable = nodes.length == request.nodes();
      for (int node = 0; node < cluster.nodes(); node++) {
        if (((bits >> node) & 1) == 1) {
          nodes[size++] = node;
          suitable &= cluster.kindOf(node).suits(request);
        }
      }
      if (suitable) {
        choices.add(nodes);
      }
    }
    return choices;
  }

  private void placeNext(int count, long makespanMillis, long sumMillis) {
    if (makespanMillis >= bestMakespanMillis && sumMillis + remainingMillis() >= bestSumMillis) {
      return;
    }
    if (count == jobs.size()) {
      bestMakespanMillis = Math.min(bestMakespanMillis, makespanMillis);
      bestSumMillis = Math.min(bestSumMillis, sumMillis);
      return;
    }
    for (int index = 0; index < jobs.size(); index++) {
      if (!placed[index]) {
        placed[index] = true;
        for (int[] nodes : choices.get(index)) {
          place(jobs.get(index), nodes, count, makespanMillis, sumMillis);
        }
        placed[index] = false;
      }
    }
  }

  private long remainingMillis() {
    long remainingMillis = 0;
    for (int index = 0; index < jobs.size(); index++) {
      remainingMillis += placed[index] ? 0 : jobs.get(index).job().durationMillis();
    }
    return remainingMillis;
  }

  private void place(NodeJob job, int[] nodes, int count, long makespanMillis, long sumMillis) {
    TaskRequest request = job.request();
    long durationMillis = job.job().durationMillis();
    long startMillis = 0;
    while (!fits(request, nodes, startMillis, startMillis + durationMillis)) {
      startMillis++;
    }
    long endMillis = startMillis + durationMillis;
    NodePlacement placement = new NodePlacement(startMillis, nodes);
    profile.add(request, placement, startMillis, endMillis, 1);
    placeNext(count + 1, Math.max(makespanMillis, endMillis), sumMillis + endMillis);
    profile.add(request, placement, startMillis, endMillis, -1);
  }

  private boolean fits(TaskRequest request, int[] nodes, long fromMillis, long untilMillis) {
    for (int node : nodes) {
      if (!profile.fits(request, node, fromMillis, untilMillis)) {
        return false;
      }
    }
    return true;
  }
}
