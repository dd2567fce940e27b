package tender.core.node;

/** On which nodes, and from which instant on, something was released; the oldest entries drop. */
final class ReleaseLog {
  private static final int CAPACITY = 1 << 14;

  private final int[] nodes = new int[CAPACITY];
  private final long[] fromMillis = new long[CAPACITY];
  private long end;

  void add(int node, long fromMillis) {
    int index = (int) (end & (CAPACITY - 1));
    nodes[index] = node;
    this.fromMillis[index] = fromMillis;
    end++;
  }

  /** The position of the oldest entry that is kept. */
  long begin() {
    return Math.max(0, end - CAPACITY);
  }

  long end() {
    return end;
  }

  int node(long position) {
    return nodes[(int) (position & (CAPACITY - 1))];
  }

  long fromMillis(long position) {
    return fromMillis[(int) (position & (CAPACITY - 1))];
  }
}
