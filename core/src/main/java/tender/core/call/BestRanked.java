package tender.core.call;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.IntConsumer;
import tender.core.model.ProviderId;

/** The best of the providers that were ranked so far, up to a number. */
final class BestRanked {
  /**
   * @param merit the higher, the better
   * @param drawn decides between equal ones, the lower first; then the id
   */
  private record Ranked(int position, double merit, double drawn, ProviderId id) {
    static final Comparator<Ranked> BEST_FIRST =
        (one, other) -> {
          int order = Double.compare(other.merit, one.merit);
          order = order != 0 ? order : Double.compare(one.drawn, other.drawn);
          return order != 0 ? order : one.id.compareTo(other.id);
        };
  }

  private final int count;
  private final PriorityQueue<Ranked> worstOnTop =
      new PriorityQueue<>(Ranked.BEST_FIRST.reversed());

  /** Below it, a provider is not among the best. */
  private double leastMerit = Double.NEGATIVE_INFINITY;

  BestRanked(int count) {
    this.count = count;
  }

  /** Whether a provider with such a merit could be among the best. */
  boolean admits(double merit) {
    return count > 0 && merit >= leastMerit;
  }

  void add(int position, double merit, double drawn, ProviderId id) {
    if (!admits(merit)) {
      return;
    }
    worstOnTop.add(new Ranked(position, merit, drawn, id));
    if (worstOnTop.size() > count) {
      worstOnTop.remove();
    }
    if (worstOnTop.size() == count) {
      leastMerit = worstOnTop.element().merit;
    }
  }

  /** The positions, in no particular order. */
  void forEach(IntConsumer action) {
    worstOnTop.forEach(ranked -> action.accept(ranked.position()));
  }
}
