package tender.experiments.promises;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The metrics of one run. Values are rounded to six decimals, so that reading a file gives back
 * exactly what was written.
 */
public record PromiseResult(PromisesExperiment.Key key, Map<PromiseMetric, Double> values) {
  private static final double DECIMALS = 1e6;
  private static final int KEY_CELLS = 5;

  public PromiseResult {
    Map<PromiseMetric, Double> rounded = new EnumMap<>(PromiseMetric.class);
    for (PromiseMetric metric : PromiseMetric.values()) {
      double value = Objects.requireNonNull(values.get(metric), metric::id);
      rounded.put(metric, Math.rint(value * DECIMALS) / DECIMALS);
    }
    values = Collections.unmodifiableMap(rounded);
  }

  public double value(PromiseMetric metric) {
    return Objects.requireNonNull(values.get(metric), metric::id);
  }

  /** The header line of a file of runs. */
  static String header() {
    List<String> names = new ArrayList<>(List.of("market", "estimates", "sites", "policy", "seed"));
    Arrays.stream(PromiseMetric.values()).map(PromiseMetric::id).forEach(names::add);
    return String.join(",", names);
  }

  String line() {
    List<String> cells = new ArrayList<>();
    cells.add(key.market().id());
    cells.add(key.estimateError().id());
    cells.add(key.siteKind().id());
    cells.add(key.policy());
    cells.add(Integer.toString(key.seed()));
    values.values().forEach(value -> cells.add(String.format(Locale.ROOT, "%.6f", value)));
    return String.join(",", cells);
  }

  /** The run of this key, or empty if the line is incomplete. */
  static Optional<PromiseResult> read(PromisesExperiment.Key key, String line) {
    String[] cells = line.split(",", -1);
    PromiseMetric[] metrics = PromiseMetric.values();
    if (cells.length != KEY_CELLS + metrics.length) {
      return Optional.empty();
    }
    Map<PromiseMetric, Double> values = new EnumMap<>(PromiseMetric.class);
    try {
      for (int i = 0; i < metrics.length; i++) {
        values.put(metrics[i], Double.valueOf(cells[KEY_CELLS + i]));
      }
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
    return Optional.of(new PromiseResult(key, values));
  }

  /** The header and a line for each run. */
  public static String csv(List<PromiseResult> results) {
    StringBuilder text = new StringBuilder(header()).append('\n');
    results.forEach(result -> text.append(result.line()).append('\n'));
    return text.toString();
  }
}
