package tender.experiments.rescheduling;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A metric of a run, over all bags unless stated otherwise. */
public enum ReschedulingMetric {
  BAGS,
  /**
   * The paper's stretch factor, mean of the bags on several clusters: the time from the first start
   * to the last end, divided by the mean run time of the bag's tasks.
   */
  STRETCH,
  /** The same, but each bag counts with its number of tasks. */
  STRETCH_BY_TASK,
  /**
   * The same, but each bag counts with its work: the sum of tasks times the time from first start
   * to last end, divided by the sum of all execution times.
   */
  STRETCH_BY_WORK,
  /** The same with run times of at least ten minutes, as in the slowdown. */
  STRETCH_BOUNDED,
  /** The stretch of all bags, including those on one cluster. */
  STRETCH_ALL,
  /** Time from submission to the last end. */
  RESPONSE_SECONDS,
  RESPONSE_SECONDS_SINGLE,
  RESPONSE_SECONDS_MULTI,
  /** Response time divided by run time, which counts as at least ten minutes. */
  SLOWDOWN,
  SLOWDOWN_SINGLE,
  SLOWDOWN_MULTI,
  CLUSTERS_PER_BAG,
  ON_1_CLUSTER_PERCENT,
  ON_2_CLUSTERS_PERCENT,
  ON_3_CLUSTERS_PERCENT,
  ON_4_CLUSTERS_PERCENT,
  ON_1_OR_2_CLUSTERS_PERCENT,
  /** Used share of all processor time in the period. */
  UTILISATION_PERCENT,
  UTILISATION_C1_PERCENT,
  UTILISATION_C2_PERCENT,
  UTILISATION_C3_PERCENT,
  UTILISATION_C4_PERCENT,
  /** Promised response time divided by actual response time. */
  PROMISED_OVER_REAL,
  /** Must be 0. */
  PROMISES_BROKEN,
  /** Must be 0. */
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

  /** The identifier in result files. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** All identifiers, in file order. */
  static List<String> ids() {
    return Stream.of(values()).map(ReschedulingMetric::id).toList();
  }

  /** The share of bags on this number of clusters. */
  static ReschedulingMetric shareOnClusters(int clusters) {
    return BY_CLUSTERS.get(clusters - 1);
  }

  /** The utilisation of a cluster; C1 has index 0. */
  public static ReschedulingMetric utilisationOf(int cluster) {
    return OF_CLUSTER.get(cluster);
  }
}
