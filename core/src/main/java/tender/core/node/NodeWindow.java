package tender.core.node;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import tender.core.model.Time;

/**
 * Finds the instants at which the {@link FreeNodeIndex} does not exclude a start, and the nodes
 * that it leaves: those with enough processors in all steps that the task would touch.
 *
 * <p>If too few nodes are left, the steps are intersected backwards from the one that excluded the
 * start: all starts are excluded up to the step at which too few nodes are left again.
 */
final class NodeWindow {
  private final FreeNodeIndex index;
  private final IndexLayout layout;

  /** The nodes that are left, and may be used. */
  private final long[] left;

  /** The nodes on which the task that is searched for is planned. */
  private final long[] own;

  /** From when on its own nodes count as free. */
  private long ownMillis = Time.NEVER;

  NodeWindow(FreeNodeIndex index) {
    this.index = index;
    this.layout = index.layout();
    left = new long[layout.setWords()];
    own = new long[layout.setWords()];
  }

  /** A word of the nodes that are left after {@link #next}. */
  long left(int word) {
    return left[word];
  }

  /** The next searches are for a task with a place, which counts as free. */
  void beginOwn(NodePlacement placement, IntUnaryOperator kinds) {
    ownMillis = placement.startMillis();
    for (int i = 0; i < placement.size(); i++) {
      int bit = layout.bit(kinds.applyAsInt(placement.node(i)), placement.node(i));
      own[bit / Long.SIZE] |= 1L << bit;
    }
  }

  void endOwn() {
    ownMillis = Time.NEVER;
    Arrays.fill(own, 0);
  }

  /**
   * The first start from one instant (inclusive) until another (exclusive) that is not excluded;
   * the latter if there is none.
   */
  long next(NodeDemand demand, long durationMillis, long fromMillis, long untilMillis) {
    int first = index.stepAt(fromMillis);
    while (true) {
      first = firstWithEnough(demand, first, untilMillis);
      if (first == index.steps() || index.fromMillis(first) >= untilMillis) {
        return untilMillis;
      }
      long startMillis = Math.max(fromMillis, index.fromMillis(first));
      int excluding = excludingStep(demand, first, startMillis + durationMillis);
      if (excluding < 0) {
        return startMillis;
      }
      first = afterExcluded(demand, first, excluding);
    }
  }

  private int firstWithEnough(NodeDemand demand, int first, long untilMillis) {
    int step = first;
    while (step < index.steps()
        && index.fromMillis(step) < untilMillis
        && count(demand, step) < demand.nodes) {
      step++;
    }
    return step;
  }

  private int count(NodeDemand demand, int step) {
    int count = 0;
    for (int kind : demand.kinds) {
      count += index.count(demand.rows[kind], step);
    }
    return count;
  }

  /** The first step that leaves too few nodes; negative if there is none. */
  private int excludingStep(NodeDemand demand, int first, long untilMillis) {
    Arrays.fill(left, -1);
    int step = first;
    do {
      if (intersect(demand, step) < demand.nodes) {
        return step;
      }
      step++;
    } while (step < index.steps() && index.fromMillis(step) < untilMillis);
    return -1;
  }

  /** The first step that may contain a start, if the one that begins at a step is excluded. */
  private int afterExcluded(NodeDemand demand, int first, int excluding) {
    Arrays.fill(left, -1);
    int step = excluding;
    while (step > first && intersect(demand, step) >= demand.nodes) {
      step--;
    }
    return step + 1;
  }

  /** Leaves the nodes of a step; how many they are. */
  private int intersect(NodeDemand demand, int step) {
    long[] words = index.words(step);
    boolean ownIsFree = index.fromMillis(step) >= ownMillis;
    int count = 0;
    for (int kind : demand.kinds) {
      int set = layout.setWord(kind);
      int end = layout.setWord(kind + 1);
      int row = layout.rowWord(demand.rows[kind]) - set;
      for (int word = set; word < end; word++) {
        long free = words[row + word] | (ownIsFree ? own[word] : 0);
        long both = left[word] & free;
        left[word] = both;
        count += Long.bitCount(both);
      }
    }
    return count;
  }
}
