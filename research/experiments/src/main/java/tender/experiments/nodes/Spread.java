package tender.experiments.nodes;

import java.util.List;

/** The lowest, the median and the highest of some repeated measurements. */
public record Spread(double lowest, double median, double highest) {
  static Spread of(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    double median =
        sorted.size() % 2 == 1
            ? sorted.get(middle)
            : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    return new Spread(sorted.getFirst(), median, sorted.getLast());
  }
}
