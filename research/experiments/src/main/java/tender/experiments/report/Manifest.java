package tender.experiments.report;

import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * From what results were made, so that they can be made again.
 *
 * @param traces the SHA-256 of each log's file, by its name
 */
public record Manifest(
    String tender,
    String jdk,
    String experiment,
    List<String> command,
    int firstSeed,
    int lastSeed,
    SequencedMap<String, String> traces) {

  /** The same, made from these logs. */
  public Manifest withTraces(SequencedMap<String, String> otherTraces) {
    return new Manifest(tender, jdk, experiment, command, firstSeed, lastSeed, otherTraces);
  }

  /** As lines of names and values. */
  List<List<String>> rows() {
    List<List<String>> rows = new java.util.ArrayList<>();
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
