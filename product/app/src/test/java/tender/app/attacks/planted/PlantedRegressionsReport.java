package tender.app.attacks.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Removes defences, one after the other, and writes which of them the tests of the attacks notice.
 * Its name keeps it out of the build's tests, because it takes minutes: run {@code
 * scripts/planted-regressions}. The system property {@code planted} selects the regressions:
 * samples, all, or names that are separated by commas.
 */
final class PlantedRegressionsReport {
  private static final Path FOLDER = Path.of("target", "planted-regressions");
  private static final Path REPORT = Path.of("target", "planted-regressions.txt");

  private static final int MAX_LINES = 20;

  private final AttackTestRunner runner = new AttackTestRunner(FOLDER);

  /** What became of a planted regression. */
  private enum Outcome {
    NOTICED("noticed"),
    NOT_NOTICED("NOT NOTICED"),
    ERROR("ERROR");

    private final String label;

    Outcome(String label) {
      this.label = label;
    }
  }

  @Test
  void everyTestFailsWithoutTheDefence() throws Exception {
    long startNanos = System.nanoTime();
    Files.createDirectories(FOLDER);
    Files.deleteIfExists(REPORT);
    List<PlantedRegression> selected = selected(System.getProperty("planted", "samples"));
    Set<String> tests =
        selected.stream()
            .map(PlantedRegression::test)
            .collect(Collectors.toCollection(TreeSet::new));
    Optional<String> failures = runner.run(tests);
    if (failures.isPresent()) {
      write("ERROR: tests fail without a planted regression:\n" + shortened(failures.get()));
    }
    assertThat(failures).as("failures without a planted regression").isEmpty();
    write("%d tests pass with all defences, %d s".formatted(tests.size(), seconds(startNanos)));
    List<Outcome> outcomes = new ArrayList<>();
    for (PlantedRegression regression : selected) {
      outcomes.add(plant(regression));
    }
    long noticed = outcomes.stream().filter(Outcome.NOTICED::equals).count();
    write(
        "planted %d, noticed %d, in %d s".formatted(outcomes.size(), noticed, seconds(startNanos)));
    assertThat(outcomes).as("see " + REPORT).containsOnly(Outcome.NOTICED);
  }

  private static List<PlantedRegression> selected(String selection) {
    List<PlantedRegression> all = PlantedRegressions.all();
    if (selection.equals("all")) {
      return all;
    } else if (selection.equals("samples")) {
      return all.stream().filter(PlantedRegression::isSample).toList();
    }
    Set<String> names = Set.of(selection.split(","));
    assertThat(all).extracting(PlantedRegression::name).containsAll(names);
    return all.stream().filter(regression -> names.contains(regression.name())).toList();
  }

  private Outcome plant(PlantedRegression regression) throws IOException, InterruptedException {
    long startNanos = System.nanoTime();
    Outcome outcome;
    String detail = "";
    try {
      Optional<String> failure = runner.run(regression);
      if (failure.isEmpty()) {
        outcome = Outcome.NOT_NOTICED;
      } else if (failure.get().contains(regression.failure())) {
        outcome = Outcome.NOTICED;
      } else {
        outcome = Outcome.ERROR;
        detail = "\nThe test fails for another reason:\n" + shortened(failure.get());
      }
    } catch (IllegalStateException e) {
      outcome = Outcome.ERROR;
      detail = "\n" + e.getMessage();
    }
    write(
        "%-11s  %-3s  %s, %d s: %s%s"
            .formatted(
                outcome.label,
                regression.attack(),
                regression.name(),
                seconds(startNanos),
                regression.description(),
                detail));
    return outcome;
  }

  /** Without stack traces, which are in the folder of the report. */
  private static String shortened(String failure) {
    return failure
        .lines()
        .filter(line -> !line.startsWith("\tat "))
        .limit(MAX_LINES)
        .collect(Collectors.joining("\n"));
  }

  private static long seconds(long startNanos) {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
  }

  private static void write(String line) throws IOException {
    Files.writeString(REPORT, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
