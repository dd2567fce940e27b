package tender.core.call;

import java.util.BitSet;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;
import tender.core.model.Cluster;

/**
 * Providers that publish the same cluster, or none: a bag gets the same power from each of them.
 * They are kept in two orders, in which the best candidates come first, so that a selection ends
 * after a few of them. The arrays are not modified.
 */
final class CapabilityClass {
  private final Optional<Cluster> cluster;
  private final int[] bestFirst;
  private final int[] longestNotCalledFirst;

  private CapabilityClass(Optional<Cluster> cluster, int[] bestFirst, int[] longestNotCalledFirst) {
    this.cluster = cluster;
    this.bestFirst = bestFirst;
    this.longestNotCalledFirst = longestNotCalledFirst;
  }

  /** The order of two positions. */
  @FunctionalInterface
  interface Order {
    int compare(int one, int other);
  }

  static CapabilityClass of(
      Optional<Cluster> cluster, int[] members, Order bestFirst, Order longestNotCalledFirst) {
    return new CapabilityClass(
        cluster, sorted(members, bestFirst), sorted(members, longestNotCalledFirst));
  }

  /** The same providers after the places of some of them have changed. */
  CapabilityClass reordered(BitSet changed, Order best, Order longestNotCalled) {
    int[] moved = IntStream.of(bestFirst).filter(changed::get).toArray();
    return moved.length == 0
        ? this
        : new CapabilityClass(
            cluster,
            merged(bestFirst, changed, sorted(moved, best), best),
            merged(
                longestNotCalledFirst, changed, sorted(moved, longestNotCalled), longestNotCalled));
  }

  Optional<Cluster> cluster() {
    return cluster;
  }

  /** Positions of the providers, by {@link ProviderIndex#merit}. */
  int[] bestFirst() {
    return bestFirst;
  }

  /** The same positions, by the time of the last call. */
  int[] longestNotCalledFirst() {
    return longestNotCalledFirst;
  }

  int size() {
    return bestFirst.length;
  }

  private static int[] sorted(int[] positions, Order order) {
    Comparator<Integer> comparator = order::compare;
    return IntStream.of(positions).boxed().sorted(comparator).mapToInt(Integer::intValue).toArray();
  }

  /** Those that have not changed are still in order, so only the changed ones are sorted. */
  private static int[] merged(int[] before, BitSet changed, int[] moved, Order order) {
    int[] after = new int[before.length];
    int next = 0;
    int nextMoved = 0;
    for (int position : before) {
      if (!changed.get(position)) {
        while (nextMoved < moved.length && order.compare(moved[nextMoved], position) < 0) {
          after[next++] = moved[nextMoved++];
        }
        after[next++] = position;
      }
    }
    System.arraycopy(moved, nextMoved, after, next, moved.length - nextMoved);
    return after;
  }
}
