package tender.core.call;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import tender.core.model.Bag;
import tender.core.model.Cluster;

/**
 * The selection for one bag. It visits the classes of providers with the best possible score first,
 * and leaves each class at the first provider that could not be among the selected ones even with
 * the most favourable draw. So the result is the same as if all candidates were ranked.
 */
final class BagSelection {
  private static final double MEDIAN = 0.5;
  private static final double MAX_REDUCTION = 0.2;

  /**
   * A class with what it is worth for the bag.
   *
   * @param power of each provider, compared with the median
   */
  private record RankedClass(CapabilityClass providers, boolean mayRun, double power) {}

  private final ProviderIndex index;
  private final BitSet candidates;
  private final long seed;
  private final List<RankedClass> classes;

  BagSelection(ProviderIndex index, Bag bag, BitSet candidates, long seed) {
    this.index = index;
    this.candidates = candidates;
    this.seed = seed;
    classes = rankClasses(bag);
  }

  /** Adds the candidates with the highest scores; those at which no task fits are last. */
  void addBest(int count, BitSet selected) {
    addFittingFirst(count, selected, this::rankByScore);
  }

  /** Adds the candidates that were not called for the longest time, in the same way. */
  void addLongestNotCalled(int count, BitSet selected) {
    addFittingFirst(count, selected, this::rankByLastCall);
  }

  /** Ranks those candidates of a class that are not selected yet and may be among the best. */
  @FunctionalInterface
  private interface Ranking {
    void rank(RankedClass ranked, BitSet selected, BestRanked best);
  }

  private void addFittingFirst(int count, BitSet selected, Ranking ranking) {
    int left = count - add(true, count, selected, ranking);
    if (left > 0) {
      add(false, left, selected, ranking);
    }
  }

  private int add(boolean fitting, int count, BitSet selected, Ranking ranking) {
    BestRanked best = new BestRanked(count);
    for (RankedClass ranked : classes) {
      if (ranked.mayRun == fitting) {
        ranking.rank(ranked, selected, best);
      }
    }
    int before = selected.cardinality();
    best.forEach(selected::set);
    return selected.cardinality() - before;
  }

  private void rankByScore(RankedClass ranked, BitSet selected, BestRanked best) {
    for (int position : ranked.providers.bestFirst()) {
      double bound = ranked.power * index.merit(position);
      if (!best.admits(bound)) {
        return;
      }
      if (candidates.get(position) && !selected.get(position)) {
        double score = bound * (1 - MAX_REDUCTION * drawn(position));
        best.add(position, score, 0, index.id(position));
      }
    }
  }

  private void rankByLastCall(RankedClass ranked, BitSet selected, BestRanked best) {
    for (int position : ranked.providers.longestNotCalledFirst()) {
      // Exact: a time in milliseconds has fewer bits than a double.
      double merit = -(double) index.lastCalledMillis(position);
      if (!best.admits(merit)) {
        return;
      }
      if (candidates.get(position) && !selected.get(position)) {
        best.add(position, merit, drawn(position), index.id(position));
      }
    }
  }

  private double drawn(int position) {
    return SeededHash.fraction(seed, index.id(position).value());
  }

  /** The classes, the one with the highest possible score first. */
  private List<RankedClass> rankClasses(Bag bag) {
    long medianPower = medianPower(bag);
    List<RankedClass> ranked = new ArrayList<>();
    for (CapabilityClass each : index.classes()) {
      double power =
          each.cluster()
              .map(cluster -> Share.of(usablePower(cluster, bag), medianPower))
              .orElse(MEDIAN);
      ranked.add(new RankedClass(each, PublishedCapabilities.mayRun(each.cluster(), bag), power));
    }
    ranked.sort(Comparator.comparingDouble(this::highestScore).reversed());
    return ranked;
  }

  private double highestScore(RankedClass ranked) {
    return ranked.power * index.merit(ranked.providers.bestFirst()[0]);
  }

  private long medianPower(Bag bag) {
    record Weighted(long power, int providers) {}
    int[] sizes = index.sizesOfClasses(candidates);
    List<Weighted> powers = new ArrayList<>();
    long total = 0;
    for (int i = 0; i < sizes.length; i++) {
      CapabilityClass each = index.classes().get(i);
      if (each.cluster().isPresent()) {
        powers.add(new Weighted(usablePower(each.cluster().get(), bag), sizes[i]));
        total += sizes[i];
      }
    }
    powers.sort(Comparator.comparingLong(Weighted::power));
    long before = total / 2;
    for (Weighted weighted : powers) {
      before -= weighted.providers;
      if (before < 0) {
        return weighted.power;
      }
    }
    return 0;
  }

  /** The power of the processors that the bag could use together, in thousandths of one. */
  private static long usablePower(Cluster cluster, Bag bag) {
    long needed = (long) bag.tasks() * bag.width();
    return Math.min(cluster.processors(), needed) * cluster.speedPermille();
  }
}
