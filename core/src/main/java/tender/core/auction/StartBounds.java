package tender.core.auction;

import java.util.Arrays;
import tender.core.model.Time;

/**
 * Lower bounds for the start of a job of some shape in any of a group of queues: a binary tree of
 * groups. Where slots are only taken, an earliest start in a queue remains a bound; failed searches
 * raise the bounds, and they need not be exact. Where slots are freed, the bounds begin again.
 */
final class StartBounds {
  private static final int NEVER_SECONDS = Integer.MAX_VALUE;

  private final int leaves;
  private final int shapes;

  /** By node and shape: whole seconds from now, rounded down. */
  private final int[] seconds;

  /**
   * @param leaves a power of two; the leaves are the nodes from this number on, and the root is
   *     node 1
   */
  StartBounds(int leaves, int shapes) {
    this.leaves = leaves;
    this.shapes = shapes;
    seconds = new int[2 * leaves * shapes];
    Arrays.fill(seconds, NEVER_SECONDS);
  }

  /** Sets the bound of a leaf before {@link #join} or {@link #joinAbove}. */
  void begin(int leaf, int shape, long afterMillis) {
    seconds[(leaves + leaf) * shapes + shape] = roundDown(afterMillis);
  }

  /** Computes the bounds of groups from those of the leaves. */
  void join() {
    for (int place = leaves * shapes - 1; place >= shapes; place--) {
      seconds[place] = ofChildren(place / shapes, place % shapes);
    }
  }

  /** Computes the bounds of the groups of a leaf again, after slots were freed in it. */
  void joinAbove(int leaf) {
    for (int node = (leaves + leaf) >> 1; node > 0; node >>= 1) {
      for (int shape = 0; shape < shapes; shape++) {
        seconds[node * shapes + shape] = ofChildren(node, shape);
      }
    }
  }

  /** A bound, {@link Time#NEVER} if there is no start. */
  long afterMillis(int node, int shape) {
    int bound = seconds[node * shapes + shape];
    return bound == NEVER_SECONDS ? Time.NEVER : bound * Time.SECOND_MILLIS;
  }

  /** Raises the bound of a leaf in which a job of this shape cannot start earlier. */
  void raise(int leaf, int shape, long afterMillis) {
    int node = leaves + leaf;
    int bound = roundDown(afterMillis);
    while (node > 0 && seconds[node * shapes + shape] < bound) {
      seconds[node * shapes + shape] = bound;
      node >>= 1;
      bound = node > 0 ? ofChildren(node, shape) : bound;
    }
  }

  private int ofChildren(int node, int shape) {
    return Math.min(seconds[2 * node * shapes + shape], seconds[(2 * node + 1) * shapes + shape]);
  }

  private static int roundDown(long afterMillis) {
    return afterMillis == Time.NEVER
        ? NEVER_SECONDS
        : (int) Math.min(NEVER_SECONDS - 1, afterMillis / Time.SECOND_MILLIS);
  }
}
