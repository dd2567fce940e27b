package tender.core.node;

import java.util.Arrays;

/**
 * The nodes on which a task can start at one instant, from which the best ones are chosen. Only the
 * first few are compared, so that a search in an empty cluster does not visit all nodes.
 */
public final class NodeCandidates {
  /** How many possible nodes are compared beyond the number that the task needs. */
  private static final int COMPARED_NODES = 8;

  private static final int NODE_BITS = 20;

  /** Keys whose order is the order of preference. */
  private final long[] keys;

  private int needed;
  private int found;

  public NodeCandidates(int nodes) {
    keys = new long[nodes];
  }

  public void begin(NodeDemand demand) {
    needed = demand.nodes;
    found = 0;
  }

  /** Whether the task can start on the nodes that were added. */
  public boolean areEnough() {
    return found >= needed;
  }

  /** Whether the next node of the same kind should be compared, too. */
  public boolean acceptMore() {
    return found < needed + COMPARED_NODES;
  }

  /**
   * Adds a node.
   *
   * @param rank of its kind, lower for a better kind
   * @param computing its free processors and memory
   */
  public void add(int rank, long computing, int node) {
    long processors = Math.min(PackedAmounts.high(computing), (1L << 15) - 1);
    long memory = (long) PackedAmounts.low(computing) >>> 11;
    keys[found++] =
        ((long) Math.min(rank, 127) << 55) | (processors << 40) | (memory << NODE_BITS) | node;
  }

  /** The best nodes, {@link NodePlacement#NONE} if there are too few. */
  public NodePlacement choose(long startMillis) {
    if (found < needed) {
      return NodePlacement.NONE;
    }
    if (needed == 1) {
      return new NodePlacement(startMillis, node(best()));
    }
    if (found > needed) {
      Arrays.sort(keys, 0, found);
    }
    int[] nodes = new int[needed];
    for (int i = 0; i < needed; i++) {
      nodes[i] = node(keys[i]);
    }
    return new NodePlacement(startMillis, nodes);
  }

  private long best() {
    long best = keys[0];
    for (int i = 1; i < found; i++) {
      best = Math.min(best, keys[i]);
    }
    return best;
  }

  private static int node(long key) {
    return (int) (key & ((1 << NODE_BITS) - 1));
  }
}
