package tender.experiments.rescheduling;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.Time;
import tender.core.plan.PlanningGranularity;
import tender.experiments.run.SeededExperiment;

/**
 * Netto and Buyya's experiment ("Coordinated rescheduling of Bag-of-Tasks for executions on
 * multiple resource providers", 2012, section 5.1): every environment, scheme, overestimation and
 * workload.
 *
 * @param modelNodes size of the modelled machine, and so of the largest bag
 * @param granularity whether the tasks of a part start together, as the jobs of the paper's
 *     simulator do
 * @param load work of all bags as a fraction of the capacity of all clusters over the days
 * @param seeds number of workloads, whose seeds are 1, 2, …
 */
public record ReschedulingExperiment(
    int processorsPerCluster,
    int modelNodes,
    PlanningGranularity granularity,
    int days,
    double load,
    List<Integer> overestimationPercents,
    int seeds)
    implements SeededExperiment<ReschedulingKey> {
  /**
   * Ten values from 0 to 200 %, as in the paper, which names 30, 50, 100 and 150, and a turning
   * point between 60 and 70.
   */
  private static final List<Integer> OVERESTIMATION_PERCENTS =
      List.of(0, 10, 30, 50, 70, 100, 125, 150, 175, 200);

  private static final ReschedulingExperiment PAPER =
      new ReschedulingExperiment(
          300, 1_200, PlanningGranularity.PART, 15, 0.7, OVERESTIMATION_PERCENTS, 10);

  public ReschedulingExperiment {
    overestimationPercents = List.copyOf(overestimationPercents);
  }

  /** The experiment as in the paper. */
  public static ReschedulingExperiment paper() {
    return PAPER;
  }

  public ReschedulingExperiment withSeeds(int otherSeeds) {
    return new ReschedulingExperiment(
        processorsPerCluster,
        modelNodes,
        granularity,
        days,
        load,
        overestimationPercents,
        otherSeeds);
  }

  public long horizonMillis() {
    return days * Time.DAY_MILLIS;
  }

  @Override
  public List<ReschedulingKey> keys() {
    List<ReschedulingKey> keys = new ArrayList<>();
    for (ClusterEnvironment environment : ClusterEnvironment.values()) {
      for (ReschedulingScheme scheme : ReschedulingScheme.values()) {
        if (!scheme.appliesTo(environment)) {
          continue;
        }
        for (int overPercent : overestimationPercents) {
          for (int seed = 1; seed <= seeds; seed++) {
            keys.add(new ReschedulingKey(environment, scheme, overPercent, seed));
          }
        }
      }
    }
    return keys;
  }
}
