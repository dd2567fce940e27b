package tender.experiments.auction;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tender.core.auction.policy.ClearingPolicies;
import tender.experiments.optimum.CycleParameters;
import tender.experiments.optimum.ExactClearing;
import tender.experiments.optimum.PolicyComparison;
import tender.experiments.statistics.Sample;

/** A table of the share of the optimal clearing that each policy reaches in a single cycle. */
public final class SingleCycleComparison {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Each thread has another search strategy, so more threads than processors help. */
  private static final int SOLVER_THREADS = 8;

  private static final List<CycleParameters> SHAPES =
      List.of(
          new CycleParameters(24, 3, 1.0),
          new CycleParameters(24, 3, 4.0),
          new CycleParameters(48, 6, 1.0),
          new CycleParameters(48, 6, 4.0),
          new CycleParameters(96, 12, 1.0),
          new CycleParameters(96, 12, 4.0));

  private SingleCycleComparison() {}

  /** The first row is the heading. */
  public static List<List<String>> table(int cycles) {
    PolicyComparison comparison =
        new PolicyComparison(new ExactClearing(LIMIT, SOLVER_THREADS), ClearingPolicies.all());
    List<List<String>> rows = new ArrayList<>();
    List<String> heading = new ArrayList<>(List.of("jobs, queues", "scarcity", "proved"));
    heading.addAll(ClearingPolicies.all().keySet());
    rows.add(heading);
    for (CycleParameters shape : SHAPES) {
      PolicyComparison.Comparison compared = comparison.compare(shape, cycles);
      List<String> row =
          new ArrayList<>(
              List.of(
                  shape.jobs() + ", " + shape.queues(),
                  Double.toString(shape.scarcity()),
                  compared.proven() + " of " + cycles));
      compared.shares().values().forEach(share -> row.add(percent(share)));
      rows.add(row);
    }
    return rows;
  }

  private static String percent(Sample share) {
    return String.format(
        Locale.ROOT, "%.0f ± %.0f", 100 * share.mean(), 100 * share.standardDeviation());
  }
}
