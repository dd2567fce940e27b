package tender.experiments.offers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.experiments.definition.OffersExperiment;
import tender.experiments.definition.OffersRunKey;
import tender.experiments.run.MeasuredRunCsv;
import tender.experiments.run.RunCsvFormat;

/** Runs as CSV lines, written and read back without loss. */
public final class OffersRunCsv implements RunCsvFormat<OffersRunKey, OffersRunResult> {
  private static final List<String> KEY = List.of("experiment", "schema", "policy", "seed");

  private final OffersExperiment experiment;

  public OffersRunCsv(OffersExperiment experiment) {
    this.experiment = experiment;
  }

  /** The header line. */
  public static String header() {
    List<String> names = new ArrayList<>(KEY);
    ScopedMetric.ALL.forEach(column -> names.add(column.id()));
    return String.join(",", names);
  }

  @Override
  public String heading() {
    return header();
  }

  @Override
  public OffersRunKey key(OffersRunResult result) {
    return result.key();
  }

  @Override
  public String line(OffersRunResult result) {
    OffersRunKey key = result.key();
    List<String> cells = new ArrayList<>();
    cells.add(experiment.name());
    cells.add(key.schema().id());
    cells.add(key.policy().id());
    cells.add(Integer.toString(key.seed()));
    ScopedMetric.ALL.forEach(column -> cells.add(MeasuredRunCsv.number(result.value(column))));
    return String.join(",", cells);
  }

  /** The header and a line for each run. */
  public String csv(List<OffersRunResult> results) {
    StringBuilder text = new StringBuilder(header()).append('\n');
    results.forEach(result -> text.append(line(result)).append('\n'));
    return text.toString();
  }

  @Override
  public Optional<OffersRunResult> read(OffersRunKey key, String line) {
    String[] cells = line.split(",", -1);
    if (cells.length != KEY.size() + ScopedMetric.ALL.size()
        || !cells[0].equals(experiment.name())
        || !cells[1].equals(key.schema().id())
        || !cells[2].equals(key.policy().id())
        || !cells[3].equals(Integer.toString(key.seed()))) {
      return Optional.empty();
    }
    Map<ScopedMetric, Double> values = new HashMap<>();
    try {
      for (int i = 0; i < ScopedMetric.ALL.size(); i++) {
        values.put(ScopedMetric.ALL.get(i), Double.valueOf(cells[KEY.size() + i]));
      }
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
    return Optional.of(new OffersRunResult(key, values));
  }
}
