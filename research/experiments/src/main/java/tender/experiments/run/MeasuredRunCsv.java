package tender.experiments.run;

import tender.experiments.offers.OffersRunCsv;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;

/** Measured runs as lines of comma-separated values, written and read back without loss. */
public final class MeasuredRunCsv<K> implements RunCsvFormat<K, MeasuredRun<K>> {
  private final String keyHeading;
  private final Function<K, String> keyCells;
  private final List<String> measures;

  /**
   * @param keyHeading the names of the key's columns, separated by commas
   * @param keyCells a key as these columns
   */
  public MeasuredRunCsv(String keyHeading, Function<K, String> keyCells, List<String> measures) {
    this.keyHeading = keyHeading;
    this.keyCells = keyCells;
    this.measures = List.copyOf(measures);
  }

  @Override
  public String heading() {
    return keyHeading + "," + String.join(",", measures);
  }

  @Override
  public K key(MeasuredRun<K> run) {
    return run.key();
  }

  @Override
  public String line(MeasuredRun<K> run) {
    List<String> cells = new ArrayList<>(List.of(keyCells.apply(run.key())));
    measures.forEach(measure -> cells.add(OffersRunCsv.number(run.value(measure))));
    return String.join(",", cells);
  }

  @Override
  public Optional<MeasuredRun<K>> read(K key, String line) {
    String own = keyCells.apply(key) + ",";
    if (!line.startsWith(own)) {
      return Optional.empty();
    }
    String[] cells = line.substring(own.length()).split(",", -1);
    if (cells.length != measures.size()) {
      return Optional.empty();
    }
    SequencedMap<String, Double> values = new LinkedHashMap<>();
    try {
      for (int i = 0; i < cells.length; i++) {
        values.put(measures.get(i), Double.valueOf(cells[i]));
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
}
