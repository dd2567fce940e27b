package tender.core.node;

import java.util.ArrayList;
import java.util.List;
import tender.core.resource.NodeCluster;

/**
 * Where {@link FreeNodeIndex} keeps which nodes. Each kind of node has a row for each of some
 * numbers of processors, its levels: two for each power of two, and all processors of a node. A row
 * is a bit set of the nodes with at least that many processors free; the nodes of each kind begin
 * in a new word.
 */
public final class IndexLayout {
  private final int[] firstNodes;

  /** At {@code k}: the first row of kind {@code k}, which is the end of the kind before it. */
  private final int[] firstRows;

  /** For each row. */
  private final int[] levels;

  private final int[] rowWords;

  /** At {@code k}: the first word of kind {@code k} in a set of nodes of all kinds. */
  private final int[] kindWords;

  private final int wordCount;

  IndexLayout(NodeCluster cluster) {
    int kinds = cluster.groups().size();
    firstNodes = new int[kinds + 1];
    firstRows = new int[kinds + 1];
    kindWords = new int[kinds + 1];
    for (int kind = 0; kind < kinds; kind++) {
      NodeCluster.Group group = cluster.groups().get(kind);
      firstNodes[kind + 1] = firstNodes[kind] + group.nodes();
      kindWords[kind + 1] = kindWords[kind] + Math.ceilDiv(group.nodes(), Long.SIZE);
      firstRows[kind + 1] = firstRows[kind] + levels(group.kind().total().processors()).size();
    }
    levels = new int[firstRows[kinds]];
    rowWords = new int[firstRows[kinds]];
    int words = 0;
    for (int kind = 0; kind < kinds; kind++) {
      int row = firstRows[kind];
      for (int level : levels(cluster.groups().get(kind).kind().total().processors())) {
        levels[row] = level;
        rowWords[row++] = words;
        words += words(kind);
      }
    }
    wordCount = words;
  }

  private static List<Integer> levels(int processors) {
    List<Integer> levels = new ArrayList<>();
    for (long power = 1; power < processors; power *= 2) {
      levels.add((int) power);
      if (power > 1 && power + power / 2 < processors) {
        levels.add((int) (power + power / 2));
      }
    }
    levels.add(processors);
    return levels;
  }

  int kinds() {
    return firstNodes.length - 1;
  }

  int rows() {
    return levels.length;
  }

  int firstRow(int kind) {
    return firstRows[kind];
  }

  /** The number of processors of a row. */
  int level(int row) {
    return levels[row];
  }

  /** The row of the most processors that are not more than a number, which is not 0. */
  int row(int kind, int processors) {
    int row = firstRows[kind];
    while (row + 1 < firstRows[kind + 1] && levels[row + 1] <= processors) {
      row++;
    }
    return row;
  }

  /** The first word of a row. */
  int rowWord(int row) {
    return rowWords[row];
  }

  /** How many words all rows have. */
  int wordCount() {
    return wordCount;
  }

  /** How many words a row of a kind has. */
  int words(int kind) {
    return kindWords[kind + 1] - kindWords[kind];
  }

  /** The first word of a kind in a set of nodes. */
  int setWord(int kind) {
    return kindWords[kind];
  }

  /** How many words a set of nodes has. */
  public int setWords() {
    return kindWords[kinds()];
  }

  /** The place of a node in a set of nodes. */
  public int bit(int kind, int node) {
    return kindWords[kind] * Long.SIZE + node - firstNodes[kind];
  }

  /** The node at a place of a set of nodes. */
  int node(int kind, int bit) {
    return bit - kindWords[kind] * Long.SIZE + firstNodes[kind];
  }
}
