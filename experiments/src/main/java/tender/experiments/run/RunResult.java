package tender.experiments.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import tender.experiments.definition.RunKey;

/**
 * What a run measured. Values are rounded to six decimals when they are made, so that what is read
 * back from a file is what was written.
 */
public record RunResult(RunKey key, Map<Column, Double> values) {
  private static final double DECIMALS = 1e6;

  public RunResult {
    Map<Column, Double> ordered = new LinkedHashMap<>();
    for (Column column : Column.ALL) {
      double value = Objects.requireNonNull(values.get(column), column::id);
      ordered.put(column, Math.rint(value * DECIMALS) / DECIMALS);
    }
    values = Collections.unmodifiableMap(ordered);
  }

  public double value(Load load, Quantity quantity) {
    return value(new Column(load, quantity));
  }

  public double value(Column column) {
    return Objects.requireNonNull(values.get(column), column::id);
  }
}
