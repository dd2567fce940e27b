package tender.experiments.rescheduling;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import tender.experiments.statistics.Sample;

/** The results under one reading. Schemes are compared workload by workload. */
final class ReadingSummary {
  private final ReschedulingSummary summary;
  private final ReschedulingReading reading;

  ReadingSummary(ReschedulingSummary summary, ReschedulingReading reading) {
    this.summary = summary;
    this.reading = reading;
  }

  Sample of(
      ClusterEnvironment environment,
      ReschedulingScheme scheme,
      int overestimationPercent,
      ReschedulingMetric metric) {
    return Sample.of(values(environment, scheme, overestimationPercent, metric));
  }

  /**
   * The reduction of a metric in percent of its value under users' estimates with uncoordinated
   * rescheduling.
   */
  Sample reduction(
      ClusterEnvironment environment,
      ReschedulingScheme scheme,
      int overestimationPercent,
      ReschedulingMetric metric) {
    return Sample.of(reductions(environment, scheme, overestimationPercent, metric));
  }

  /** The reduction of a metric under one scheme in percent of its value under another. */
  Sample reduction(
      ClusterEnvironment environment,
      ReschedulingScheme scheme,
      ReschedulingScheme other,
      int overestimationPercent,
      ReschedulingMetric metric) {
    return Sample.of(
        reductions(
            values(environment, scheme, overestimationPercent, metric),
            values(environment, other, overestimationPercent, metric)));
  }

  /**
   * The reduction by better estimates that cost nothing: users' estimates with a share of their
   * error, in percent of the metric's value with the whole error. A share of 0 gives perfect
   * estimates.
   */
  Sample reductionByEstimates(
      ClusterEnvironment environment,
      int errorPercent,
      int overestimationPercent,
      ReschedulingMetric metric) {
    int betterPercent = overestimationPercent * errorPercent / 100;
    return Sample.of(
        reductions(
            values(environment, ReschedulingScheme.USER, betterPercent, metric),
            values(environment, ReschedulingScheme.USER, overestimationPercent, metric)));
  }

  /** The reduction by perfect estimates, on equal clusters, in percent of a scheme's value. */
  Sample reductionByPerfectEstimates(
      ReschedulingScheme scheme, int overestimationPercent, ReschedulingMetric metric) {
    ClusterEnvironment environment = ClusterEnvironment.HOMOGENEOUS;
    return Sample.of(
        reductions(
            values(environment, ReschedulingScheme.USER, 0, metric),
            values(environment, scheme, overestimationPercent, metric)));
  }

  /** The mean reduction over the selected overestimations. */
  Sample reduction(
      ClusterEnvironment environment,
      ReschedulingScheme scheme,
      IntPredicate overestimations,
      ReschedulingMetric metric) {
    return averaged(
        percents(environment, scheme).stream().filter(overestimations::test).toList(),
        overestimationPercent -> reductions(environment, scheme, overestimationPercent, metric));
  }

  /** A metric minus its value under users' estimates, averaged over all overestimations. */
  Sample difference(
      ClusterEnvironment environment, ReschedulingScheme scheme, ReschedulingMetric metric) {
    return averaged(
        percents(environment, scheme),
        overestimationPercent ->
            differences(
                values(environment, scheme, overestimationPercent, metric),
                values(environment, ReschedulingScheme.USER, overestimationPercent, metric)));
  }

  /** A metric under users' estimates, at the overestimation that all readings have. */
  Sample underUserEstimates(ClusterEnvironment environment, ReschedulingMetric metric) {
    return Sample.of(userEstimates(environment, metric));
  }

  /** The same in the homogeneous environment minus that in another. */
  Sample aboveHeterogeneous(ClusterEnvironment other, ReschedulingMetric metric) {
    return Sample.of(
        differences(
            userEstimates(ClusterEnvironment.HOMOGENEOUS, metric), userEstimates(other, metric)));
  }

  private double[] userEstimates(ClusterEnvironment environment, ReschedulingMetric metric) {
    return values(environment, ReschedulingScheme.USER, ReschedulingReading.MAIN_PERCENT, metric);
  }

  /** The overestimations with runs of a scheme, and of users' estimates to compare it with. */
  List<Integer> percents(ClusterEnvironment environment, ReschedulingScheme scheme) {
    return ReschedulingExperiment.OVERESTIMATION_PERCENTS.stream()
        .filter(percent -> reading.runsOf(environment).includes(environment, scheme, percent))
        .toList();
  }

  /** The reduction at one overestimation minus that at a later one. */
  Sample reductionLost(
      ClusterEnvironment environment,
      ReschedulingScheme scheme,
      int overestimationPercent,
      int laterPercent,
      ReschedulingMetric metric) {
    return Sample.of(
        differences(
            reductions(environment, scheme, overestimationPercent, metric),
            reductions(environment, scheme, laterPercent, metric)));
  }

  /** The values at an overestimation, in the order of the workloads. */
  private interface Values {
    double[] at(int overestimationPercent);
  }

  private Sample averaged(List<Integer> overestimationPercents, Values values) {
    double[] means = new double[summary.experiment().seeds()];
    for (int overestimationPercent : overestimationPercents) {
      double[] ofSeeds = values.at(overestimationPercent);
      for (int seed = 0; seed < means.length; seed++) {
        means[seed] += ofSeeds[seed] / overestimationPercents.size();
      }
    }
    return Sample.of(means);
  }

  private double[] reductions(
      ClusterEnvironment environment,
      ReschedulingScheme scheme,
      int overestimationPercent,
      ReschedulingMetric metric) {
    return reductions(
        values(environment, scheme, overestimationPercent, metric),
        values(environment, ReschedulingScheme.USER, overestimationPercent, metric));
  }

  private static double[] reductions(double[] ours, double[] theirs) {
    return IntStream.range(0, ours.length)
        .mapToDouble(seed -> theirs[seed] == 0 ? 0 : 100 * (1 - ours[seed] / theirs[seed]))
        .toArray();
  }

  private static double[] differences(double[] ones, double[] others) {
    return IntStream.range(0, ones.length).mapToDouble(seed -> ones[seed] - others[seed]).toArray();
  }

  private double[] values(
      ClusterEnvironment environment,
      ReschedulingScheme scheme,
      int overestimationPercent,
      ReschedulingMetric metric) {
    return summary.values(
        reading.runsOf(environment), environment, scheme, overestimationPercent, metric);
  }
}
