package tender.core.node;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tender.core.model.Time;

/** When a task starts, and on which nodes of its cluster. */
public final class NodePlacement {
  /** The task cannot start: the nodes are occupied without end, or there are too few. */
  public static final NodePlacement NONE = new NodePlacement(Time.NEVER);

  private final long startMillis;
  private final int[] nodes;

  /**
   * @param nodes the numbers of the nodes, in any order
   */
  public NodePlacement(long startMillis, int... nodes) {
    this.startMillis = startMillis;
    this.nodes = nodes.clone();
    Arrays.sort(this.nodes);
  }

  /** Whether the task cannot start. */
  public boolean isNone() {
    return startMillis == Time.NEVER;
  }

  /** When the task starts, {@link Time#NEVER} if it cannot. */
  public long startMillis() {
    return startMillis;
  }

  /** How many nodes the task gets. */
  public int size() {
    return nodes.length;
  }

  /** The number of one of its nodes; they are in ascending order. */
  public int node(int index) {
    return nodes[index];
  }

  /** The numbers of its nodes in ascending order. */
  public IntStream nodes() {
    return Arrays.stream(nodes);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NodePlacement placement
        && startMillis == placement.startMillis
        && Arrays.equals(nodes, placement.nodes);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(startMillis) + Arrays.hashCode(nodes);
  }

  @Override
  public String toString() {
    return startMillis == Time.NEVER
        ? "never"
        : "at " + startMillis + " ms on nodes " + Arrays.toString(nodes);
  }
}
