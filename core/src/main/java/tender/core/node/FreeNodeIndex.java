package tender.core.node;

import java.util.Arrays;
import tender.core.model.Time;

/**
 * Which nodes have at least some numbers of processors free at each instant: a step function of bit
 * sets, so that a search looks at many nodes together. It knows processors only, and only the
 * levels of {@link IndexLayout}: it excludes starts, and {@link NodeTimeline} decides about the
 * others.
 */
final class FreeNodeIndex {
  private final IndexLayout layout;
  private long[] fromMillis = new long[8];

  /** For each step the words of all rows. */
  private long[][] words = new long[8][];

  /** For each row and step how many nodes are in the row. */
  private final int[][] counts;

  private int steps = 1;

  /** The steps of the last change: most tasks change several nodes in the same interval. */
  private int lastFirst;

  private int lastEnd;

  private FreeNodeIndex(IndexLayout layout) {
    this.layout = layout;
    counts = new int[layout.rows()][8];
  }

  /** An index of nodes without free processors. */
  static FreeNodeIndex of(long originMillis, IndexLayout layout) {
    FreeNodeIndex index = new FreeNodeIndex(layout);
    index.fromMillis[0] = originMillis;
    index.words[0] = new long[layout.wordCount()];
    return index;
  }

  FreeNodeIndex copy() {
    FreeNodeIndex copy = new FreeNodeIndex(layout);
    copy.steps = steps;
    copy.fromMillis = fromMillis.clone();
    copy.words = new long[words.length][];
    for (int step = 0; step < steps; step++) {
      copy.words[step] = words[step].clone();
    }
    Arrays.setAll(copy.counts, row -> counts[row].clone());
    return copy;
  }

  IndexLayout layout() {
    return layout;
  }

  int steps() {
    return steps;
  }

  long fromMillis(int step) {
    return fromMillis[step];
  }

  long untilMillis(int step) {
    return step + 1 < steps ? fromMillis[step + 1] : Time.NEVER;
  }

  /** How many nodes are in a row. */
  int count(int row, int step) {
    return counts[row][step];
  }

  /** The words of all rows, which the caller must not change. */
  long[] words(int step) {
    return words[step];
  }

  /** The free processors of a node change from one instant until another. */
  void change(int kind, int node, long fromMillis, long untilMillis, int before, int after) {
    int first = layout.row(kind, Math.min(before, after) + 1);
    if (layout.level(first) <= Math.min(before, after)) {
      first++;
    }
    int most = Math.max(before, after);
    if (first == layout.firstRow(kind + 1) || layout.level(first) > most) {
      return;
    }
    int firstStep = begins(lastFirst, fromMillis) ? lastFirst : split(fromMillis);
    int endStep = steps;
    if (untilMillis != Time.NEVER) {
      endStep = begins(lastEnd, untilMillis) ? lastEnd : split(untilMillis);
    }
    lastFirst = firstStep;
    lastEnd = endStep;
    int bit = layout.bit(kind, node);
    int word = bit / Long.SIZE - layout.setWord(kind);
    int countChange = after > before ? 1 : -1;
    for (int row = first; row < layout.firstRow(kind + 1) && layout.level(row) <= most; row++) {
      int rowWord = layout.rowWord(row) + word;
      int[] count = counts[row];
      for (int step = firstStep; step < endStep; step++) {
        words[step][rowWord] ^= 1L << bit;
        count[step] += countChange;
      }
    }
  }

  /** Joins a step that begins at an instant with the step before it if they are equal. */
  void mergeAt(long instantMillis) {
    int step = stepAt(instantMillis);
    if (step > 0
        && fromMillis[step] == instantMillis
        && Arrays.equals(words[step], words[step - 1])) {
      remove(step, step + 1);
    }
  }

  /** Drops the steps that ended by an instant. */
  void trimBefore(long instantMillis) {
    int first = stepAt(instantMillis);
    if (first > 0) {
      remove(0, first);
    }
  }

  /** The step that contains an instant; the first one also contains everything before it. */
  int stepAt(long instantMillis) {
    int step = 0;
    for (int left = steps; left > 1; left -= left >>> 1) {
      int half = left >>> 1;
      step += fromMillis[step + half] <= instantMillis ? half : 0;
    }
    return step;
  }

  private boolean begins(int step, long instantMillis) {
    return step < steps && fromMillis[step] == instantMillis;
  }

  private int split(long instantMillis) {
    int step = stepAt(instantMillis);
    if (fromMillis[step] >= instantMillis) {
      return step;
    }
    if (steps == fromMillis.length) {
      grow();
    }
    int moved = steps - step - 1;
    System.arraycopy(fromMillis, step + 1, fromMillis, step + 2, moved);
    System.arraycopy(words, step + 1, words, step + 2, moved);
    for (int[] count : counts) {
      System.arraycopy(count, step, count, step + 1, moved + 1);
    }
    fromMillis[step + 1] = instantMillis;
    words[step + 1] = words[step].clone();
    steps++;
    return step + 1;
  }

  private void grow() {
    int capacity = 2 * steps;
    fromMillis = Arrays.copyOf(fromMillis, capacity);
    words = Arrays.copyOf(words, capacity);
    for (int row = 0; row < counts.length; row++) {
      counts[row] = Arrays.copyOf(counts[row], capacity);
    }
  }

  private void remove(int first, int end) {
    int moved = steps - end;
    System.arraycopy(fromMillis, end, fromMillis, first, moved);
    System.arraycopy(words, end, words, first, moved);
    for (int[] count : counts) {
      System.arraycopy(count, end, count, first, moved);
    }
    Arrays.fill(words, first + moved, steps, null);
    steps = first + moved;
  }
}
