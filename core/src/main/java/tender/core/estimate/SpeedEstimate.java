package tender.core.estimate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import tender.core.model.Cluster;
import tender.core.model.Time;

/**
 * The speed of a cluster's processors, from recent runs of a benchmark whose time on the reference
 * processor is known. It is the median, so that a few runs beside other load do not change it, and
 * only recent runs count, so that it follows a change of the hardware.
 *
 * @param runsPermille the speed that each run showed, in thousandths of the reference processor,
 *     latest last
 */
public record SpeedEstimate(List<Integer> runsPermille) {
  /** Fewer runs give no median that a single wrong run cannot change. */
  private static final int MIN_RUNS = 3;

  private static final int MAX_RUNS = 9;

  /** Nothing is known. */
  public static final SpeedEstimate NONE = new SpeedEstimate(List.of());

  public SpeedEstimate {
    for (int permille : runsPermille) {
      if (permille < Cluster.MIN_SPEED_PERMILLE || permille > Cluster.MAX_SPEED_PERMILLE) {
        throw new IllegalArgumentException(
            "A benchmark shows a speed of "
                + permille
                + " permille, and must be from "
                + Cluster.MIN_SPEED_PERMILLE
                + " to "
                + Cluster.MAX_SPEED_PERMILLE
                + ".");
      }
    }
    runsPermille =
        List.copyOf(
            runsPermille.subList(Math.max(0, runsPermille.size() - MAX_RUNS), runsPermille.size()));
  }

  /**
   * With one more run.
   *
   * @param referenceMillis how long the benchmark takes on the reference processor
   * @param runMillis how long it took here
   */
  public SpeedEstimate withRun(long referenceMillis, long runMillis) {
    Time.requireDuration(referenceMillis, "of the benchmark on the reference processor");
    Time.requireDuration(runMillis, "of the benchmark");
    double permille = (double) Cluster.REFERENCE_SPEED_PERMILLE * referenceMillis / runMillis;
    List<Integer> runs = new ArrayList<>(runsPermille);
    runs.add(
        Math.clamp(Math.round(permille), Cluster.MIN_SPEED_PERMILLE, Cluster.MAX_SPEED_PERMILLE));
    return new SpeedEstimate(runs);
  }

  /** The speed in thousandths of the reference processor; empty after too few runs. */
  public OptionalInt permille() {
    int runs = runsPermille.size();
    if (runs < MIN_RUNS) {
      return OptionalInt.empty();
    }
    List<Integer> sorted = new ArrayList<>(runsPermille);
    Collections.sort(sorted);
    return OptionalInt.of((sorted.get((runs - 1) / 2) + sorted.get(runs / 2)) / 2);
  }
}
