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
 * Searches for every planted bug from five start seeds and writes a table of the results. Its name
 * keeps it out of the build's tests, because it takes minutes: run {@code scripts/planted-bugs}.
 */
final class PlantedBugsReport {
  private static final int MAX_SEEDS = 10_000;
  private static final int SEARCHES = 5;

  /** The distance between start seeds; the build's tests use none of these seeds. */
  private static final long SEED_DISTANCE = 1_000_000;

  /** The successful searches for one bug, ordered by the number of seeds. */
  private record Row(PlantedBug bug, List<PlantedBugSearch.Detection> detections) {

    boolean isAlwaysFound() {
      return detections.size() == SEARCHES;
    }

    /** The median over all searches; a failed search counts as the longest. */
    int medianSeeds() {
      return detections.size() > SEARCHES / 2 ? detections.get(SEARCHES / 2).seeds() : MAX_SEEDS;
    }

    int maxSeeds() {
      return isAlwaysFound() ? detections.getLast().seeds() : MAX_SEEDS;
    }

    /** The violated invariants, the most frequent first. */
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
  void everySearchFindsEveryPlantedBug() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (PlantedBug bug : PlantedBugs.all()) {
      rows.add(search(bug));
    }
    Path table = Path.of("target", "planted-bugs.md");
    Files.writeString(table, table(rows));
    assertThat(rows).filteredOn(row -> !row.isAlwaysFound()).isEmpty();
  }

  private static Row search(PlantedBug bug) {
    List<PlantedBugSearch.Detection> detections = new ArrayList<>();
    for (int i = 1; i <= SEARCHES; i++) {
      Optional<PlantedBugSearch.Detection> found =
          PlantedBugSearch.first(bug, i * SEED_DISTANCE, MAX_SEEDS);
      found.ifPresent(detections::add);
    }
    detections.sort(Comparator.comparingInt(PlantedBugSearch.Detection::seeds));
    return new Row(bug, detections);
  }

  private static String table(List<Row> rows) {
    StringBuilder text = new StringBuilder();
    text.append("| planted bug | component | description | detected by | seeds, median | max |\n");
    text.append("|---|---|---|---|---:|---:|\n");
    for (Row row : rows) {
      text.append(
          "| `%s` | %s | %s | %s | %s | %s |%n"
              .formatted(
                  row.bug().name(),
                  row.bug().component().label(),
                  row.bug().description(),
                  row.detectedBy(),
                  grouped(row.medianSeeds()),
                  row.isAlwaysFound()
                      ? grouped(row.maxSeeds())
                      : "missed by %d of %d"
                          .formatted(SEARCHES - row.detections().size(), SEARCHES)));
    }
    List<Integer> medians = rows.stream().map(Row::medianSeeds).sorted().toList();
    text.append(
        ("%n%d planted bugs, %d searches for each, of at most %s seeds. Half of the bugs need %s"
                + " seeds or fewer; the hardest needed %s.%n")
            .formatted(
                rows.size(),
                SEARCHES,
                grouped(MAX_SEEDS),
                grouped(medians.get(medians.size() / 2)),
                grouped(rows.stream().mapToInt(Row::maxSeeds).max().orElse(0))));
    return text.toString();
  }

  private static String grouped(int number) {
    return "%,d".formatted(number).replace(',', ' ');
  }
}
