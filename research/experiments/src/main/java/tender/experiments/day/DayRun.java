package tender.experiments.day;

import java.util.Comparator;
import java.util.Optional;

/**
 * One simulated day.
 *
 * @param utilisationPercent the share of all processor time that local jobs and bags use
 * @param imbalancePoints the standard deviation of the providers' utilisation, in percentage points
 * @param sample the same bags with calls to all providers, if some were compared
 * @param selectionMicros the processor time of the selections for a bag; it differs between runs
 */
public record DayRun(
    Key key,
    DayMeasures measures,
    double utilisationPercent,
    double imbalancePoints,
    Optional<CallAllSample> sample,
    double selectionMicros) {

  /** What determines a run. */
  public record Key(DayPolicy policy, int providers, int bags, int seed)
      implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      return Comparator.comparingInt(Key::providers)
          .thenComparingInt(Key::bags)
          .thenComparing(Key::policy)
          .thenComparingInt(Key::seed)
          .compare(this, other);
    }
  }

  /**
   * A sample of bags, each of which was also composed with the offers of all providers at that
   * time. The market goes on with the placement by its own policy.
   *
   * @param own by the policy of the market
   * @param all by calls to all providers
   */
  public record CallAllSample(DayMeasures own, DayMeasures all) {}
}
