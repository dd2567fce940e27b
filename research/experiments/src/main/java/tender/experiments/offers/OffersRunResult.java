package tender.experiments.offers;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import tender.experiments.definition.OffersRunKey;

/**
 * The metrics of one run. Values are rounded to six decimals, so that reading a file gives back
 * exactly what was written.
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

  public double value(LoadScope scope, OffersMetric metric) {
    return value(new ScopedMetric(scope, metric));
  }

  public double value(ScopedMetric column) {
    return Objects.requireNonNull(values.get(column), column::id);
  }
}
