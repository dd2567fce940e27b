package tender.experiments.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Records how results were produced, so that they can be reproduced.
 *
 * @param traces SHA-256 of each trace file, by trace name
 */
public record Manifest(
    String tender,
    String jdk,
    String experiment,
    List<String> command,
    int firstSeed,
    int lastSeed,
    SequencedMap<String, String> traces) {

  /** Rows of names and values, after a heading row. */
  List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("what", "which"));
    rows.add(List.of("Tender", tender));
    rows.add(List.of("JDK", jdk));
    rows.add(List.of("experiment", experiment));
    rows.add(List.of("command", String.join(" ", command)));
    rows.add(List.of("seeds", firstSeed + " to " + lastSeed));
    for (Map.Entry<String, String> trace : traces.entrySet()) {
      rows.add(List.of(trace.getKey(), "SHA-256 " + trace.getValue()));
    }
    return rows;
  }
}
