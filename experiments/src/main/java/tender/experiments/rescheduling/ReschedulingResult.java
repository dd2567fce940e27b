package tender.experiments.rescheduling;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * What a run measured, rounded to six decimals when it is made, so that what is read back from a
 * file is what was written.
 */
public record ReschedulingResult(ReschedulingKey key, Map<Measure, Double> values) {
  private static final double DECIMALS = 1e6;

  public ReschedulingResult {
    Map<Measure, Double> rounded = new EnumMap<>(Measure.class);
    for (Measure measure : Measure.values()) {
      double value = Objects.requireNonNull(values.get(measure), measure::id);
      rounded.put(measure, Math.rint(value * DECIMALS) / DECIMALS);
    }
    values = Collections.unmodifiableMap(rounded);
  }

  public double value(Measure measure) {
    return Objects.requireNonNull(values.get(measure), measure::id);
  }
}
