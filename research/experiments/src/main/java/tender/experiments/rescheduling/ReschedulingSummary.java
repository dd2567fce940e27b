package tender.experiments.rescheduling;

import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import tender.experiments.run.MeasuredRun;
import tender.experiments.statistics.Sample;

/**
 * The results of the experiment, aggregated over its workloads. Schemes are compared workload by
 * workload.
 */
public final class ReschedulingSummary {
  private final ReschedulingExperiment experiment;
  private final List<MeasuredRun<ReschedulingKey>> results;

  public ReschedulingSummary(
      ReschedulingExperiment experiment, List<MeasuredRun<ReschedulingKey>> results) {
    this.experiment = experiment;
    this.results = List.copyOf(results);
  }

  public ReschedulingExperiment experiment() {
    return experiment;
  }

  public List<MeasuredRun<ReschedulingKey>> results() {
    return results;
  }

  /** The total of a metric over all runs. */
  public double total(ReschedulingMetric metric) {
    return results.stream().mapToDouble(result -> result.value(metric.id())).sum();
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
    double[] before = reductions(environment, scheme, overestimationPercent, metric);
    double[] after = reductions(environment, scheme, laterPercent, metric);
    return perSeed(seed -> before[seed] - after[seed]);
  }

  /** A CSV line for each environment, scheme, overestimation and metric. */
  public String csv() {
    StringBuilder text =
        new StringBuilder("environment,scheme,over_percent,metric,seeds,mean,half_width_95\n");
    experiment.keys().stream()
        .filter(key -> key.seed() == 1)
        .forEach(
            key -> {
              for (ReschedulingMetric metric : ReschedulingMetric.values()) {
                Sample sample =
                    of(key.environment(), key.scheme(), key.overestimationPercent(), metric);
                text.append(
                    String.format(
                        Locale.ROOT,
                        "%s,%s,%d,%s,%s\n",
                        key.environment().id(),
                        key.scheme().id(),
                        key.overestimationPercent(),
                        metric.id(),
                        sample.csvCells()));
              }
            });
    return text.toString();
  }

  private interface Value {
    double at(int overestimationPercent, int seed);
  }

  private Sample averaged(IntPredicate overestimations, Value value) {
    int[] selected =
        experiment.overestimationPercents().stream()
            .mapToInt(overestimationPercent -> overestimationPercent)
            .filter(overestimations)
            .toArray();
    return perSeed(
        seed ->
            IntStream.of(selected)
                .mapToDouble(overestimationPercent -> value.at(overestimationPercent, seed))
                .average()
                .orElse(0));
  }

  private Sample perSeed(IntToDoubleFunction value) {
    return Sample.of(IntStream.range(0, experiment.seeds()).mapToDouble(value).toArray());
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

  /** The values in the order of the seeds. */
  private double[] values(
      ClusterEnvironment environment,
      ReschedulingScheme scheme,
      int overestimationPercent,
      ReschedulingMetric metric) {
    return results.stream()
        .filter(
            result ->
                result.key().environment() == environment
                    && result.key().scheme() == scheme
                    && result.key().overestimationPercent() == overestimationPercent)
        .mapToDouble(result -> result.value(metric.id()))
        .toArray();
  }
}
