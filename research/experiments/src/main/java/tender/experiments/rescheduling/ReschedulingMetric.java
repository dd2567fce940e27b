package tender.experiments.rescheduling;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What every run measures, over all bags unless it says otherwise. */
public enum ReschedulingMetric {
  BAGS,
  /** From the first start to the last end, over the mean run time; bags on several clusters. */
  STRETCH,
  /** The same with run times bounded below by ten minutes, as in the slowdown. */
  STRETCH_BOUNDED,
  /** Of all bags, those on one cluster too. */
  STRETCH_ALL,
  /** From submission to the last end. */
  RESPONSE_SECONDS,
  RESPONSE_SECONDS_SINGLE,
  RESPONSE_SECONDS_MULTI,
  /** Response over run time, which is bounded below by ten minutes. */
  SLOWDOWN,
  SLOWDOWN_SINGLE,
  SLOWDOWN_MULTI,
  CLUSTERS_PER_BAG,
  ON_1_CLUSTER_PERCENT,
  ON_2_CLUSTERS_PERCENT,
  ON_3_CLUSTERS_PERCENT,
  ON_4_CLUSTERS_PERCENT,
  /** The part of all processors' time in the interval that was used. */
  UTILISATION_PERCENT,
  UTILISATION_C1_PERCENT,
  UTILISATION_C2_PERCENT,
  UTILISATION_C3_PERCENT,
  UTILISATION_C4_PERCENT,
  /** How long the user was told that it would take, over how long it took. */
  PROMISED_OVER_REAL,
  /** There must be none. */
  PROMISES_BROKEN,
  /** There must be none. */
  WITHOUT_PROMISE;

  private static final List<ReschedulingMetric> BY_CLUSTERS =
      List.of(
          ON_1_CLUSTER_PERCENT,
          ON_2_CLUSTERS_PERCENT,
          ON_3_CLUSTERS_PERCENT,
          ON_4_CLUSTERS_PERCENT);

  private static final List<ReschedulingMetric> OF_CLUSTER =
      List.of(
          UTILISATION_C1_PERCENT,
          UTILISATION_C2_PERCENT,
          UTILISATION_C3_PERCENT,
          UTILISATION_C4_PERCENT);

  /** As it stands in files. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** All of them, as they stand in files. */
  static List<String> ids() {
    return Stream.of(values()).map(ReschedulingMetric::id).toList();
  }

  /** How many bags are on so many clusters. */
  static ReschedulingMetric shareOnClusters(int clusters) {
    return BY_CLUSTERS.get(clusters - 1);
  }

  /** How much a cluster was used, C1 being 0. */
  public static ReschedulingMetric utilisationOf(int cluster) {
    return OF_CLUSTER.get(cluster);
  }
}
