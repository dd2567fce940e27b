package tender.experiments.day;

import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;
import tender.experiments.statistics.Sample;

/** The results of all runs. */
public record DayResults(DayExperiment experiment, SortedMap<DayRun.Key, DayRun> runs) {
  private static final double PERCENT = 100;

  /** The days of one policy in a market of this size, by seed. */
  public List<DayRun> of(DayPolicy policy, int size) {
    return experiment.seedsOf(size).stream()
        .map(seed -> new DayRun.Key(policy, size, experiment.bagsOf(size), seed))
        .map(key -> Objects.requireNonNull(runs.get(key)))
        .toList();
  }

  /** A measure of these days. */
  public static Sample sample(List<DayRun> days, ToDoubleFunction<DayRun> measure) {
    return Sample.of(days.stream().mapToDouble(measure).toArray());
  }

  /**
   * What a policy loses compared with calls to all providers in the same days; negative if it
   * gains.
   */
  public record Loss(Sample onTimePercent, Sample responsePercent, Sample pricePercent) {}

  /** The loss in the market in which all policies are compared. */
  public Loss loss(DayPolicy policy) {
    List<DayRun> own = of(policy, experiment.comparedProviders());
    List<DayRun> all = of(DayPolicy.ALL, experiment.comparedProviders());
    return new Loss(
        differences(all, own, DayMeasures::onTimePercent),
        differences(all, own, measures -> -measures.responseSeconds()),
        differences(all, own, measures -> -measures.pricePerHour()));
  }

  /** How much of the first days' measure the second ones lack, in percent of it. */
  private static Sample differences(
      List<DayRun> all, List<DayRun> own, ToDoubleFunction<DayMeasures> measure) {
    double[] percent = new double[all.size()];
    for (int i = 0; i < percent.length; i++) {
      double reference = measure.applyAsDouble(all.get(i).measures());
      percent[i] =
          PERCENT
              * (reference - measure.applyAsDouble(own.get(i).measures()))
              / Math.abs(reference);
    }
    return Sample.of(percent);
  }
}
