package tender.measure.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The results of a measurement, as a table or as one JSON value. */
public final class MeasurementReport {
  private final String what;
  private final Map<String, Object> json = new LinkedHashMap<>();
  private final Map<String, String> table = new LinkedHashMap<>();

  public MeasurementReport(String what) {
    this.what = what;
    json.put("measured", what);
    add("load of the machine before", load());
  }

  public void add(String name, Distribution spread) {
    table.put(name, spread.toString());
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("median", spread.median());
    figures.put("p95", spread.quantile(0.95));
    figures.put("lowest", spread.lowest());
    figures.put("highest", spread.highest());
    json.put(name, figures);
  }

  public void add(String name, Object value) {
    table.put(name, value.toString());
    json.put(name, value);
  }

  /** Prints the report, with the current load of the machine. */
  public void print(boolean asJson) {
    add("load of the machine after", load());
    if (asJson) {
      System.out.println(new JsonMapper().writeValueAsString(json));
      return;
    }
    System.out.println("Measured: " + what + "; median (lowest–highest)");
    int width = table.keySet().stream().mapToInt(String::length).max().orElse(0);
    table.forEach(
        (name, value) -> System.out.println(("%-" + width + "s  %s").formatted(name, value)));
  }

  /** The load average of the machine over 1, 5 and 15 minutes. */
  private static String load() {
    try {
      String[] fields = Files.readString(Path.of("/proc/loadavg")).split(" ");
      return "%s %s %s on %d processors"
          .formatted(fields[0], fields[1], fields[2], Runtime.getRuntime().availableProcessors());
    } catch (IOException e) {
      return "unknown";
    }
  }
}
