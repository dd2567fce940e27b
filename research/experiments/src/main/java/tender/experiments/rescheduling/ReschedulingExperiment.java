package tender.experiments.rescheduling;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.Time;
import tender.core.plan.PlanningGranularity;
import tender.experiments.run.SeededExperiment;

/**
 * Netto and Buyya's experiment ("Coordinated rescheduling of Bag-of-Tasks for executions on
 * multiple resource providers", 2012, section 5.1): every environment, scheme, overestimation and
 * workload under the reading of the text, and a part of them under each other {@link
 * ReschedulingReading}.
 *
 * @param granularity whether the tasks of a part start together, as the jobs of the paper's
 *     simulator do
 * @param load work of all bags as a fraction of the capacity of all clusters over the days
 * @param seeds number of workloads, whose seeds are 1, 2, …
 */
public record ReschedulingExperiment(
    int processorsPerCluster, PlanningGranularity granularity, int days, double load, int seeds)
    implements SeededExperiment<ReschedulingKey> {
  static final int CLUSTERS = 4;

  /** The overestimations of the paper's Table IV. */
  static final List<Integer> TABLE_IV_PERCENTS = List.of(50, 100, 150);

  /**
   * Ten values from 0 to 200 %, as in the paper, with all that it names: 30 in section 5.2, 50, 100
   * and 150 in Table IV, and the thresholds 60 and 70.
   */
  static final List<Integer> OVERESTIMATION_PERCENTS =
      List.of(0, 10, 20, 30, 50, 60, 70, 100, 150, 200);

  private static final ReschedulingExperiment PAPER =
      new ReschedulingExperiment(300, PlanningGranularity.PART, 15, 0.7, 10);

  /** The experiment as in the paper. */
  public static ReschedulingExperiment paper() {
    return PAPER;
  }

  public ReschedulingExperiment withSeeds(int otherSeeds) {
    return new ReschedulingExperiment(processorsPerCluster, granularity, days, load, otherSeeds);
  }

  public ReschedulingExperiment withDays(int otherDays) {
    return new ReschedulingExperiment(processorsPerCluster, granularity, otherDays, load, seeds);
  }

  public long horizonMillis() {
    return days * Time.DAY_MILLIS;
  }

  /** The size of the modelled machine, and so of the largest bag. */
  int modelNodes(ReschedulingReading reading) {
    return reading.modelsAllClusters() ? CLUSTERS * processorsPerCluster : processorsPerCluster;
  }

  @Override
  public List<ReschedulingKey> keys() {
    List<ReschedulingKey> keys = new ArrayList<>();
    for (ReschedulingReading reading : ReschedulingReading.values()) {
      for (ClusterEnvironment environment : ClusterEnvironment.values()) {
        for (ReschedulingScheme scheme : ReschedulingScheme.values()) {
          addKeys(reading, environment, scheme, keys);
        }
      }
    }
    return keys;
  }

  private void addKeys(
      ReschedulingReading reading,
      ClusterEnvironment environment,
      ReschedulingScheme scheme,
      List<ReschedulingKey> keys) {
    for (int overPercent : OVERESTIMATION_PERCENTS) {
      if (reading.includes(environment, scheme, overPercent)) {
        for (int seed = 1; seed <= seeds; seed++) {
          keys.add(new ReschedulingKey(reading, environment, scheme, overPercent, seed));
        }
      }
    }
  }
}
