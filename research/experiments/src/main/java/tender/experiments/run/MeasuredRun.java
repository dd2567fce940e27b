package tender.experiments.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;

/**
 * What a run measured, by the names of the measures. Values are rounded to six decimals when it is
 * made, so that what is read back from a file is what was written.
 *
 * @param key what it is a run of
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

  public double value(String measure) {
    return Objects.requireNonNull(values.get(measure), measure);
  }
}
