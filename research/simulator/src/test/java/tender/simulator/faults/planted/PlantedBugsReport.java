package tender.simulator.faults.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tender.simulator.faults.checks.Invariant;

/**
 * Looks for every planted bug from five places and writes a table of what that took. Not among the
 * tests of the build, which its name keeps it out of, for it takes minutes: run {@code
 * scripts/planted-bugs}.
 */
final class PlantedBugsReport {
  private static final int SEEDS_AT_MOST = 10_000;
  private static final int SEARCHES = 5;

  /** Far from each other and from the seeds that the tests of the build use. */
  private static final long APART = 1_000_000;

  /** What the searches for one bug took, those first that took least. */
  private record Row(PlantedBug bug, List<PlantedBugSearch.Detection> detections) {

    boolean isAlwaysFound() {
      return detections.size() == SEARCHES;
    }

    /** Of searches of which the unsuccessful ones count as the longest. */
    int medianSeeds() {
      return detections.size() > SEARCHES / 2 ? detections.get(SEARCHES / 2).seeds() : SEEDS_AT_MOST;
    }

    int mostSeeds() {
      return isAlwaysFound() ? detections.getLast().seeds() : SEEDS_AT_MOST;
    }

    /** Each invariant with how often it was the first to be violated, the most frequent first. */
    String detectedBy() {
      Map<Invariant, Integer> counts = new EnumMap<>(Invariant.class);
      detections.forEach(one -> counts.merge(one.invariant(), 1, Integer::sum));
      return counts.entrySet().stream()
          .sorted(Map.Entry.<Invariant, Integer>comparingByValue().reversed())
          .map(count -> "`" + count.getKey() + "`")
          .collect(Collectors.joining(", "));
    }
  }

  @Test
  void everyPlantedBugIsFoundFromEverywhere() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (PlantedBug bug : PlantedBugs.all()) {
      rows.add(search(bug));
    }
    Path table = Path.of("target", "planted-bugs.md");
    Files.writeString(table, table(rows));
    assertThat(rows).filteredOn(row -> !row.isAlwaysFound()).isEmpty();
  }

  private static Row search(PlantedBug bug) {
    List<PlantedBugSearch.Detection> catches = new ArrayList<>();
    for (int i = 1; i <= SEARCHES; i++) {
      Optional<PlantedBugSearch.Detection> found = PlantedBugSearch.first(bug, i * APART, SEEDS_AT_MOST);
      found.ifPresent(catches::add);
    }
    catches.sort(Comparator.comparingInt(PlantedBugSearch.Detection::seeds));
    return new Row(bug, catches);
  }

  private static String table(List<Row> rows) {
    StringBuilder text = new StringBuilder();
    text.append("| planted bug | where | the mistake | caught by | seeds, median | most |\n");
    text.append("|---|---|---|---|---:|---:|\n");
    for (Row row : rows) {
      text.append(
          "| `%s` | %s | %s | %s | %s | %s |%n"
              .formatted(
                  row.bug().name(),
                  row.bug().component().label(),
                  row.bug().mistake(),
                  row.detectedBy(),
                  grouped(row.medianSeeds()),
                  row.isAlwaysFound()
                      ? grouped(row.mostSeeds())
                      : "missed by %d of %d".formatted(SEARCHES - row.detections().size(), SEARCHES)));
    }
    List<Integer> medians = rows.stream().map(Row::medianSeeds).sorted().toList();
    text.append(
        "%n%d planted bugs, each looked for from %d places among %s seeds at most. Half of them need %s seeds or fewer; the hardest needed %s.%n"
            .formatted(
                rows.size(),
                SEARCHES,
                grouped(SEEDS_AT_MOST),
                grouped(medians.get(medians.size() / 2)),
                grouped(rows.stream().mapToInt(Row::mostSeeds).max().orElse(0))));
    return text.toString();
  }

  private static String grouped(int number) {
    return "%,d".formatted(number).replace(',', ' ');
  }
}
