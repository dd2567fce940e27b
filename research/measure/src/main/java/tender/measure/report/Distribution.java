package tender.measure.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The values of several rounds. */
public final class Distribution {
  private final List<Double> sorted = new ArrayList<>();

  public void add(double figure) {
    sorted.add(figure);
    Collections.sort(sorted);
  }

  public void addAll(Collection<Double> figures) {
    sorted.addAll(figures);
    Collections.sort(sorted);
  }

  /** The median; of an even number, the mean of the two middle values. */
  public double median() {
    int size = sorted.size();
    return (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
  }

  public double mean() {
    return sorted.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  double lowest() {
    return sorted.getFirst();
  }

  public double highest() {
    return sorted.getLast();
  }

  /** The quantile: the value below which this share of the values lies. */
  public double quantile(double share) {
    return sorted.get((int) Math.min(sorted.size() - 1L, Math.round(share * (sorted.size() - 1))));
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.3g (%.3g–%.3g)", median(), lowest(), highest());
  }
}
