package tender.experiments.run;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/** Runs as CSV lines, written and read back without loss. */
public final class MeasuredRunCsv<K> {
  private final String keyHeading;
  private final Function<K, String> keyCells;
  private final List<String> metrics;
  private final DoubleFunction<String> number;

  /**
   * @param keyHeading names of the key's columns, separated by commas; the seed is the last
   * @param keyCells the values of these columns for a key, separated by commas
   */
  public MeasuredRunCsv(String keyHeading, Function<K, String> keyCells, List<String> metrics) {
    this(keyHeading, keyCells, metrics, MeasuredRunCsv::number);
  }

  /**
   * @param number formats a value
   */
  public MeasuredRunCsv(
      String keyHeading,
      Function<K, String> keyCells,
      List<String> metrics,
      DoubleFunction<String> number) {
    this.keyHeading = keyHeading;
    this.keyCells = keyCells;
    this.metrics = List.copyOf(metrics);
    this.number = number;
  }

  List<String> metrics() {
    return metrics;
  }

  String headingWithoutSeed() {
    return withoutLastCell(keyHeading);
  }

  String cellsWithoutSeed(K key) {
    return withoutLastCell(keyCells.apply(key));
  }

  private static String withoutLastCell(String cells) {
    return cells.substring(0, cells.lastIndexOf(','));
  }

  String heading() {
    return keyHeading + "," + String.join(",", metrics);
  }

  public String line(MeasuredRun<K> run) {
    List<String> cells = new ArrayList<>(List.of(keyCells.apply(run.key())));
    metrics.forEach(metric -> cells.add(number.apply(run.value(metric))));
    return String.join(",", cells);
  }

  /** The run of this key, or empty if the line does not hold it. */
  public Optional<MeasuredRun<K>> read(K key, String line) {
    String keyPrefix = keyCells.apply(key) + ",";
    if (!line.startsWith(keyPrefix)) {
      return Optional.empty();
    }
    String[] cells = line.substring(keyPrefix.length()).split(",", -1);
    if (cells.length != metrics.size()) {
      return Optional.empty();
    }
    SequencedMap<String, Double> values = new LinkedHashMap<>();
    try {
      for (int i = 0; i < cells.length; i++) {
        values.put(metrics.get(i), Double.valueOf(cells[i]));
      }
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
    return Optional.of(new MeasuredRun<>(key, values));
  }

  /** The heading and a line for each run. */
  public String csv(List<MeasuredRun<K>> runs) {
    StringBuilder text = new StringBuilder(heading()).append('\n');
    runs.forEach(run -> text.append(line(run)).append('\n'));
    return text.toString();
  }

  /** Formats a value; integers have no decimal point. */
  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : new BigDecimal(Double.toString(value)).toPlainString();
  }
}
