package tender.experiments.rescheduling;

import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import tender.experiments.run.MeasuredRun;
import tender.experiments.statistics.Sample;

/**
 * The results of the experiment, taken together over its workloads. Schemes are compared workload
 * by workload.
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

  /** The total of a measure over all runs. */
  public double total(ReschedulingMetric measure) {
    return results.stream().mapToDouble(result -> result.value(measure.id())).sum();
  }

  public Sample of(ClusterEnvironment environment, ReschedulingScheme scheme, int overPercent, ReschedulingMetric measure) {
    return Sample.of(values(environment, scheme, overPercent, measure));
  }

  /** By how many percent a measure is below that under users' estimates, uncoordinated. */
  public Sample reduction(
      ClusterEnvironment environment, ReschedulingScheme scheme, int overPercent, ReschedulingMetric measure) {
    return Sample.of(reductions(environment, scheme, overPercent, measure));
  }

  /** The mean reduction over the overestimations that are meant. */
  public Sample reduction(
      ClusterEnvironment environment, ReschedulingScheme scheme, IntPredicate overPercents, ReschedulingMetric measure) {
    return averaged(
        overPercents, (over, seed) -> reductions(environment, scheme, over, measure)[seed]);
  }

  /** By how much a measure is above that under users' estimates, over all overestimations. */
  public Sample difference(ClusterEnvironment environment, ReschedulingScheme scheme, ReschedulingMetric measure) {
    return averaged(
        over -> true,
        (over, seed) ->
            values(environment, scheme, over, measure)[seed]
                - values(environment, ReschedulingScheme.USER, over, measure)[seed]);
  }

  /** By how much a measure is higher where all clusters are alike, over all overestimations. */
  public Sample aboveHeterogeneous(ClusterEnvironment other, ReschedulingScheme scheme, ReschedulingMetric measure) {
    return averaged(
        over -> true,
        (over, seed) ->
            values(ClusterEnvironment.HOMOGENEOUS, scheme, over, measure)[seed]
                - values(other, scheme, over, measure)[seed]);
  }

  /** By how much the reduction at one overestimation is above that at another. */
  public Sample reductionLost(
      ClusterEnvironment environment, ReschedulingScheme scheme, int overPercent, int laterPercent, ReschedulingMetric measure) {
    double[] before = reductions(environment, scheme, overPercent, measure);
    double[] after = reductions(environment, scheme, laterPercent, measure);
    return perSeed(seed -> before[seed] - after[seed]);
  }

  /** Of each environment, scheme, overestimation and measure a line of comma-separated values. */
  public String csv() {
    StringBuilder text =
        new StringBuilder("environment,scheme,over_percent,metric,seeds,mean,half_width_95\n");
    experiment.keys().stream()
        .filter(key -> key.seed() == 1)
        .forEach(
            key -> {
              for (ReschedulingMetric measure : ReschedulingMetric.values()) {
                Sample sample = of(key.environment(), key.scheme(), key.overestimationPercent(), measure);
                text.append(
                    String.format(
                        Locale.ROOT,
                        "%s,%s,%d,%s,%s\n",
                        key.environment().id(),
                        key.scheme().id(),
                        key.overestimationPercent(),
                        measure.id(),
                        sample.csvCells()));
              }
            });
    return text.toString();
  }

  private interface Value {
    double at(int overPercent, int seed);
  }

  private Sample averaged(IntPredicate overPercents, Value value) {
    int[] meant =
        experiment.overestimationPercents().stream().mapToInt(over -> over).filter(overPercents).toArray();
    return perSeed(
        seed -> IntStream.of(meant).mapToDouble(over -> value.at(over, seed)).average().orElse(0));
  }

  private Sample perSeed(IntToDoubleFunction value) {
    return Sample.of(IntStream.range(0, experiment.seeds()).mapToDouble(value).toArray());
  }

  private double[] reductions(
      ClusterEnvironment environment, ReschedulingScheme scheme, int overPercent, ReschedulingMetric measure) {
    double[] ours = values(environment, scheme, overPercent, measure);
    double[] theirs = values(environment, ReschedulingScheme.USER, overPercent, measure);
    return IntStream.range(0, ours.length)
        .mapToDouble(seed -> theirs[seed] == 0 ? 0 : 100 * (1 - ours[seed] / theirs[seed]))
        .toArray();
  }

  /** In the order of the seeds. */
  private double[] values(
      ClusterEnvironment environment, ReschedulingScheme scheme, int overPercent, ReschedulingMetric measure) {
    return results.stream()
        .filter(
            result ->
                result.key().environment() == environment
                    && result.key().scheme() == scheme
                    && result.key().overestimationPercent() == overPercent)
        .mapToDouble(result -> result.value(measure.id()))
        .toArray();
  }
}
