package tender.experiments.promises;

import java.util.List;
import java.util.Locale;
import java.util.function.DoublePredicate;
import java.util.function.Predicate;

/**
 * A goal for promises, and how many cells of the experiment reach it.
 *
 * @param scope description of the cells that the goal applies to
 * @param reached number of these cells whose mean over the seeds meets the goal
 * @param lowest the lowest mean
 * @param highest the highest mean
 */
public record PromiseGoal(
    String description, String scope, int reached, int cells, double lowest, double highest) {
  private static final double MIN_KEPT_PERCENT = 99;
  private static final double MAX_TIGHTNESS = 1.3;
  private static final double MIN_LIKELY_90_PERCENT = 88;
  private static final double MAX_LIKELY_90_PERCENT = 92;

  /** All goals, evaluated on the results of an experiment. */
  public static List<PromiseGoal> all(PromisesSummary summary) {
    Predicate<PromisesExperiment.Key> reserved = cell -> cell.siteKind().isReserved();
    Predicate<PromisesExperiment.Key> noUnderestimates =
        cell -> !cell.estimateError().includesUnderestimates();
    Predicate<PromisesExperiment.Key> any = cell -> true;
    return List.of(
        evaluate(
            summary,
            "at least 99 % of promises kept",
            "real reservations, no underestimates",
            PromiseMetric.KEPT,
            reserved.and(noUnderestimates),
            kept -> kept >= MIN_KEPT_PERCENT),
        evaluate(
            summary,
            "a 90 % promise is kept in 88 to 92 %",
            "all",
            PromiseMetric.LIKELY_90_KEPT,
            any,
            kept -> kept >= MIN_LIKELY_90_PERCENT && kept <= MAX_LIKELY_90_PERCENT),
        evaluate(
            summary,
            "tightness of a 90 % promise at most 1.3 in the median",
            "no underestimates",
            PromiseMetric.LIKELY_90_TIGHTNESS,
            noUnderestimates,
            tightness -> tightness <= MAX_TIGHTNESS),
        evaluate(
            summary,
            "the same",
            "one in twenty underestimated",
            PromiseMetric.LIKELY_90_TIGHTNESS,
            noUnderestimates.negate(),
            tightness -> tightness <= MAX_TIGHTNESS),
        evaluate(
            summary,
            "tightness of the promise at most 1.3 in the median",
            "real reservations",
            PromiseMetric.TIGHTNESS,
            reserved,
            tightness -> tightness <= MAX_TIGHTNESS),
        evaluate(
            summary,
            "the same",
            "learned slack",
            PromiseMetric.TIGHTNESS,
            cell -> cell.siteKind().slack().isPresent(),
            tightness -> tightness <= MAX_TIGHTNESS));
  }

  private static PromiseGoal evaluate(
      PromisesSummary summary,
      String description,
      String scope,
      PromiseMetric metric,
      Predicate<PromisesExperiment.Key> applies,
      DoublePredicate reached) {
    double[] means =
        summary.cells().stream()
            .filter(applies)
            .mapToDouble(cell -> summary.of(cell, metric).mean())
            .toArray();
    double lowest = Double.POSITIVE_INFINITY;
    double highest = Double.NEGATIVE_INFINITY;
    int count = 0;
    for (double mean : means) {
      lowest = Math.min(lowest, mean);
      highest = Math.max(highest, mean);
      count += reached.test(mean) ? 1 : 0;
    }
    return new PromiseGoal(description, scope, count, means.length, lowest, highest);
  }

  /** The goal as a table row. */
  public List<String> row() {
    return List.of(
        description,
        scope,
        reached + " of " + cells,
        String.format(Locale.ROOT, "%.2f", lowest),
        String.format(Locale.ROOT, "%.2f", highest));
  }
}
