package tender.core.node.schedule;

/**
 * The nodes of a cluster by their free processors: for each number of processors which nodes have
 * at least that many, and how many of each kind.
 */
final class ProcessorLevels {
  private final int[][] counts;
  private final long[][] nodes;

  /**
   * @param processors for each kind the processors of a node
   */
  ProcessorLevels(int[] processors, int nodeCount) {
    counts = new int[processors.length][];
    int most = 0;
    for (int kind = 0; kind < processors.length; kind++) {
      counts[kind] = new int[processors[kind] + 1];
      most = Math.max(most, processors[kind]);
    }
    nodes = new long[most + 1][(nodeCount + Long.SIZE - 1) / Long.SIZE];
  }

  /** The number of free processors of a node changes. */
  void change(int kind, int node, int before, int after) {
    int[] count = counts[kind];
    int word = node / Long.SIZE;
    long bit = 1L << node;
    for (int level = before + 1; level <= after; level++) {
      count[level]++;
      nodes[level][word] |= bit;
    }
    for (int level = after + 1; level <= before; level++) {
      count[level]--;
      nodes[level][word] &= ~bit;
    }
  }

  /** How many nodes of a kind have at least a number of free processors, which is not 0. */
  int count(int kind, int processors) {
    return counts[kind][processors];
  }

  /** The first such node of any kind that is not before a node; the end if there is none. */
  int next(int processors, int fromNode, int endNode) {
    if (fromNode >= endNode) {
      return endNode;
    }
    long[] words = nodes[processors];
    int word = fromNode / Long.SIZE;
    long bits = words[word] & (-1L << fromNode);
    while (bits == 0) {
      word++;
      if (word * Long.SIZE >= endNode) {
        return endNode;
      }
      bits = words[word];
    }
    return Math.min(endNode, word * Long.SIZE + Long.numberOfTrailingZeros(bits));
  }
}
