package tender.experiments.rescheduling;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.experiments.run.RunFile;
import tender.experiments.run.RunLines;

/** Runs as lines of comma-separated values, written and read back without loss. */
public final class ReschedulingFile implements RunLines<ReschedulingKey, ReschedulingResult> {
  private static final String KEY = "environment,scheme,over_percent,seed";

  @Override
  public String heading() {
    List<String> names = new ArrayList<>(List.of(KEY));
    for (Measure measure : Measure.values()) {
      names.add(measure.id());
    }
    return String.join(",", names);
  }

  @Override
  public ReschedulingKey key(ReschedulingResult result) {
    return result.key();
  }

  @Override
  public String line(ReschedulingResult result) {
    List<String> cells = new ArrayList<>(List.of(cells(result.key())));
    for (Measure measure : Measure.values()) {
      cells.add(RunFile.number(result.value(measure)));
    }
    return String.join(",", cells);
  }

  private static String cells(ReschedulingKey key) {
    return String.join(
        ",",
        key.environment().id(),
        key.scheme().id(),
        Integer.toString(key.overPercent()),
        Integer.toString(key.seed()));
  }

  @Override
  public Optional<ReschedulingResult> read(ReschedulingKey key, String line) {
    String own = cells(key) + ",";
    if (!line.startsWith(own)) {
      return Optional.empty();
    }
    String[] cells = line.substring(own.length()).split(",", -1);
    if (cells.length != Measure.values().length) {
      return Optional.empty();
    }
    Map<Measure, Double> values = new EnumMap<>(Measure.class);
    try {
      int next = 0;
      for (Measure measure : Measure.values()) {
        values.put(measure, Double.valueOf(cells[next++]));
      }
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
    return Optional.of(new ReschedulingResult(key, values));
  }

  /** The heading and a line for each run. */
  public String text(List<ReschedulingResult> results) {
    StringBuilder text = new StringBuilder(heading()).append('\n');
    results.forEach(result -> text.append(line(result)).append('\n'));
    return text.toString();
  }
}
