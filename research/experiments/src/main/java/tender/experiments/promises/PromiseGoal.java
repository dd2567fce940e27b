package tender.experiments.promises;

import java.util.List;
import java.util.Locale;
import java.util.function.DoublePredicate;
import java.util.function.Predicate;
import tender.experiments.promises.PromisesSummary.Cell;

/**
 * Something that promises shall be, and in how many cells of the experiment they are.
 *
 * @param of which cells it is about, in words
 * @param reached in how many of them the mean over the seeds is as it shall be
 * @param lowest the lowest mean
 * @param highest the highest mean
 */
public record PromiseGoal(String description, String of, int reached, int cells, double lowest, double highest) {
  private static final double MOST_KEPT = 99;
  private static final double TIGHT = 1.3;
  private static final double LIKELY_LOW = 88;
  private static final double LIKELY_HIGH = 92;

  /** All of them, as an experiment shows them. */
  public static List<PromiseGoal> all(PromisesSummary summary) {
    Predicate<Cell> reserved = cell -> cell.siteKind().isReserved();
    Predicate<Cell> enoughTime = cell -> !cell.estimateError().includesUnderestimates();
    Predicate<Cell> any = cell -> true;
    return List.of(
        of(
            summary,
            "at least 99 % of promises kept",
            "real reservations, nobody underestimates",
            PromiseMetric.KEPT,
            reserved.and(enoughTime),
            kept -> kept >= MOST_KEPT),
        of(
            summary,
            "a 90 % promise is kept in 88 to 92 %",
            "all",
            PromiseMetric.LIKELY_90_KEPT,
            any,
            kept -> kept >= LIKELY_LOW && kept <= LIKELY_HIGH),
        of(
            summary,
            "tightness of a 90 % promise at most 1.3 in the median",
            "nobody underestimates",
            PromiseMetric.LIKELY_90_TIGHTNESS,
            enoughTime,
            tightness -> tightness <= TIGHT),
        of(
            summary,
            "the same",
            "one in twenty underestimates",
            PromiseMetric.LIKELY_90_TIGHTNESS,
            enoughTime.negate(),
            tightness -> tightness <= TIGHT),
        of(
            summary,
            "tightness of the promise at most 1.3 in the median",
            "real reservations",
            PromiseMetric.TIGHTNESS,
            reserved,
            tightness -> tightness <= TIGHT),
        of(
            summary,
            "the same",
            "learned slack",
            PromiseMetric.TIGHTNESS,
            cell -> cell.siteKind().slack().isPresent(),
            tightness -> tightness <= TIGHT));
  }

  private static PromiseGoal of(
      PromisesSummary summary,
      String goal,
      String of,
      PromiseMetric measure,
      Predicate<Cell> about,
      DoublePredicate reached) {
    double[] means =
        summary.cells().stream()
            .filter(about)
            .mapToDouble(cell -> summary.of(cell, measure).mean())
            .toArray();
    double lowest = Double.POSITIVE_INFINITY;
    double highest = Double.NEGATIVE_INFINITY;
    int count = 0;
    for (double mean : means) {
      lowest = Math.min(lowest, mean);
      highest = Math.max(highest, mean);
      count += reached.test(mean) ? 1 : 0;
    }
    return new PromiseGoal(goal, of, count, means.length, lowest, highest);
  }

  /** As cells of a table. */
  public List<String> row() {
    return List.of(
        description,
        of,
        reached + " of " + cells,
        String.format(Locale.ROOT, "%.2f", lowest),
        String.format(Locale.ROOT, "%.2f", highest));
  }
}
