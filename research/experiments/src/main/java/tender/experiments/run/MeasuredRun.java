package tender.experiments.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;

/**
 * The metrics of one run, by name. Values are rounded to six decimals, so that reading a file gives
 * back exactly what was written.
 *
 * @param key identifies the run
 */
public record MeasuredRun<K>(K key, SequencedMap<String, Double> values) {
  private static final double DECIMALS = 1e6;

  public MeasuredRun {
    SequencedMap<String, Double> rounded = new LinkedHashMap<>();
    for (Map.Entry<String, Double> value : values.entrySet()) {
      rounded.put(value.getKey(), Math.rint(value.getValue() * DECIMALS) / DECIMALS);
    }
    values = Collections.unmodifiableSequencedMap(rounded);
  }

  public double value(String metric) {
    return Objects.requireNonNull(values.get(metric), metric);
  }
}
