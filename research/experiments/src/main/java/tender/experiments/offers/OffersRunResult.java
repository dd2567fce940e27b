package tender.experiments.offers;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import tender.experiments.definition.OffersRunKey;

/**
 * What a run measured. Values are rounded to six decimals when they are made, so that what is read
 * back from a file is what was written.
 */
public record OffersRunResult(OffersRunKey key, Map<ScopedMetric, Double> values) {
  private static final double DECIMALS = 1e6;

  public OffersRunResult {
    Map<ScopedMetric, Double> ordered = new LinkedHashMap<>();
    for (ScopedMetric column : ScopedMetric.ALL) {
      double value = Objects.requireNonNull(values.get(column), column::id);
      ordered.put(column, Math.rint(value * DECIMALS) / DECIMALS);
    }
    values = Collections.unmodifiableMap(ordered);
  }

  public double value(LoadScope load, OffersMetric quantity) {
    return value(new ScopedMetric(load, quantity));
  }

  public double value(ScopedMetric column) {
    return Objects.requireNonNull(values.get(column), column::id);
  }
}
