package tender.experiments.rescheduling;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import tender.experiments.run.ExperimentSummary;
import tender.experiments.run.MeasuredRun;
import tender.experiments.statistics.Sample;

/**
 * The results of the experiment, aggregated over its workloads. Schemes are compared workload by
 * workload.
 */
public final class ReschedulingSummary
    extends ExperimentSummary<ReschedulingExperiment, ReschedulingKey> {
  public ReschedulingSummary(
      ReschedulingExperiment experiment, List<MeasuredRun<ReschedulingKey>> runs) {
    super(experiment, ReschedulingRunner.file(), runs);
  }

  /** The total of a metric over all runs. */
  public double total(ReschedulingMetric metric) {
    return runs().stream().mapToDouble(run -> run.value(metric.id())).sum();
  }

  public Sample of(
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
  public Sample reduction(
      ClusterEnvironment environment,
      ReschedulingScheme scheme,
      int overestimationPercent,
      ReschedulingMetric metric) {
    return Sample.of(reductions(environment, scheme, overestimationPercent, metric));
  }

  /** The mean reduction over the selected overestimations. */
  public Sample reduction(
      ClusterEnvironment environment,
      ReschedulingScheme scheme,
      IntPredicate overestimations,
      ReschedulingMetric metric) {
    return averaged(
        overestimations,
        (overestimationPercent, seed) ->
            reductions(environment, scheme, overestimationPercent, metric)[seed]);
  }

  /** A metric minus its value under users' estimates, averaged over all overestimations. */
  public Sample difference(
      ClusterEnvironment environment, ReschedulingScheme scheme, ReschedulingMetric metric) {
    return averaged(
        overestimationPercent -> true,
        (overestimationPercent, seed) ->
            values(environment, scheme, overestimationPercent, metric)[seed]
                - values(environment, ReschedulingScheme.USER, overestimationPercent, metric)[
                    seed]);
  }

  /**
   * A metric in the homogeneous environment minus that in another, averaged over all
   * overestimations.
   */
  public Sample aboveHeterogeneous(
      ClusterEnvironment other, ReschedulingScheme scheme, ReschedulingMetric metric) {
    return averaged(
        overestimationPercent -> true,
        (overestimationPercent, seed) ->
            values(ClusterEnvironment.HOMOGENEOUS, scheme, overestimationPercent, metric)[seed]
                - values(other, scheme, overestimationPercent, metric)[seed]);
  }

  /** The reduction at one overestimation minus that at a later one. */
  public Sample reductionLost(
      ClusterEnvironment environment,
      ReschedulingScheme scheme,
      int overestimationPercent,
      int laterPercent,
      ReschedulingMetric metric) {
    return compare(
        reductions(environment, scheme, overestimationPercent, metric),
        reductions(environment, scheme, laterPercent, metric),
        (before, after) -> before - after);
  }

  @Override
  public String csv() {
    return csv("seeds,mean,half_width_95", Sample::csvCells);
  }

  private interface Value {
    double at(int overestimationPercent, int seed);
  }

  private Sample averaged(IntPredicate overestimations, Value value) {
    int[] selected =
        experiment().overestimationPercents().stream()
            .mapToInt(overestimationPercent -> overestimationPercent)
            .filter(overestimations)
            .toArray();
    return Sample.of(
        IntStream.range(0, experiment().seeds())
            .mapToDouble(
                seed ->
                    IntStream.of(selected)
                        .mapToDouble(overestimationPercent -> value.at(overestimationPercent, seed))
                        .average()
                        .orElse(0))
            .toArray());
  }

  private double[] reductions(
      ClusterEnvironment environment,
      ReschedulingScheme scheme,
      int overestimationPercent,
      ReschedulingMetric metric) {
    double[] ours = values(environment, scheme, overestimationPercent, metric);
    double[] theirs = values(environment, ReschedulingScheme.USER, overestimationPercent, metric);
    return IntStream.range(0, ours.length)
        .mapToDouble(seed -> theirs[seed] == 0 ? 0 : 100 * (1 - ours[seed] / theirs[seed]))
        .toArray();
  }

  private double[] values(
      ClusterEnvironment environment,
      ReschedulingScheme scheme,
      int overestimationPercent,
      ReschedulingMetric metric) {
    return values(
        key ->
            key.environment() == environment
                && key.scheme() == scheme
                && key.overestimationPercent() == overestimationPercent,
        metric.id());
  }
}
