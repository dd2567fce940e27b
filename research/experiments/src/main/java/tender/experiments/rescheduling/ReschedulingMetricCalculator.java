package tender.experiments.rescheduling;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.ToDoubleFunction;
import tender.core.model.Time;
import tender.experiments.run.MeasuredRun;
import tender.simulator.market.MarketOutcome;

/** Computes the metrics of the bags of a run. */
final class ReschedulingMetricCalculator {
  /** Run times below this count as this long in ratios, as in the bounded slowdown. */
  private static final double RUN_TIME_BOUND_MILLIS = 10 * Time.MINUTE_MILLIS;

  private final MarketOutcome outcome;
  private final List<MarketOutcome.BagOutcome> all;
  private final List<MarketOutcome.BagOutcome> single;
  private final List<MarketOutcome.BagOutcome> multi;
  private final Map<ReschedulingMetric, Double> values = new EnumMap<>(ReschedulingMetric.class);

  private ReschedulingMetricCalculator(MarketOutcome outcome) {
    this.outcome = outcome;
    all = outcome.bags().stream().filter(bag -> bag.providers() > 0).toList();
    single = all.stream().filter(bag -> bag.providers() == 1).toList();
    multi = all.stream().filter(bag -> bag.providers() > 1).toList();
  }

  static MeasuredRun<ReschedulingKey> of(
      ReschedulingKey key, MarketOutcome outcome, ReschedulingExperiment experiment) {
    ReschedulingMetricCalculator metrics = new ReschedulingMetricCalculator(outcome);
    metrics.addTimes();
    metrics.addClusters();
    metrics.addPromises();
    metrics.addUtilisation(experiment);
    SequencedMap<String, Double> byId = new LinkedHashMap<>();
    metrics.values.forEach((metric, value) -> byId.put(metric.id(), value));
    return new MeasuredRun<>(key, byId);
  }

  private void addTimes() {
    values.put(ReschedulingMetric.STRETCH, mean(multi, ReschedulingMetricCalculator::stretch));
    values.put(ReschedulingMetric.STRETCH_ALL, mean(all, ReschedulingMetricCalculator::stretch));
    double tasks = mean(multi, MarketOutcome.BagOutcome::tasks);
    values.put(
        ReschedulingMetric.STRETCH_BY_TASK,
        tasks == 0 ? 0 : mean(multi, bag -> bag.tasks() * stretch(bag)) / tasks);
    double busyMillis = mean(multi, MarketOutcome.BagOutcome::busyMillis);
    values.put(
        ReschedulingMetric.STRETCH_BY_WORK,
        busyMillis == 0 ? 0 : mean(multi, bag -> bag.tasks() * spanMillis(bag)) / busyMillis);
    values.put(
        ReschedulingMetric.STRETCH_BOUNDED,
        mean(multi, bag -> spanMillis(bag) / boundedRunMillis(bag)));
    values.put(
        ReschedulingMetric.RESPONSE_SECONDS,
        mean(all, ReschedulingMetricCalculator::responseSeconds));
    values.put(
        ReschedulingMetric.RESPONSE_SECONDS_SINGLE,
        mean(single, ReschedulingMetricCalculator::responseSeconds));
    values.put(
        ReschedulingMetric.RESPONSE_SECONDS_MULTI,
        mean(multi, ReschedulingMetricCalculator::responseSeconds));
    values.put(ReschedulingMetric.SLOWDOWN, mean(all, ReschedulingMetricCalculator::slowdown));
    values.put(
        ReschedulingMetric.SLOWDOWN_SINGLE, mean(single, ReschedulingMetricCalculator::slowdown));
    values.put(
        ReschedulingMetric.SLOWDOWN_MULTI, mean(multi, ReschedulingMetricCalculator::slowdown));
  }

  private void addClusters() {
    values.put(ReschedulingMetric.BAGS, (double) outcome.bags().size());
    values.put(ReschedulingMetric.CLUSTERS_PER_BAG, mean(all, MarketOutcome.BagOutcome::providers));
    for (int i = 1; i <= outcome.busyMillis().size(); i++) {
      int clusters = i;
      values.put(
          ReschedulingMetric.shareOnClusters(i),
          100 * mean(all, bag -> bag.providers() == clusters ? 1 : 0));
    }
    values.put(
        ReschedulingMetric.ON_1_OR_2_CLUSTERS_PERCENT,
        100 * mean(all, bag -> bag.providers() <= 2 ? 1 : 0));
  }

  private void addPromises() {
    double promisedSeconds = mean(all, bag -> (bag.promisedMillis() - bag.submittedMillis()) / 1e3);
    values.put(
        ReschedulingMetric.PROMISED_OVER_REAL,
        promisedSeconds / mean(all, ReschedulingMetricCalculator::responseSeconds));
    values.put(
        ReschedulingMetric.PROMISES_BROKEN,
        (double) all.stream().filter(bag -> bag.endedMillis() > bag.promisedMillis()).count());
    values.put(ReschedulingMetric.WITHOUT_PROMISE, (double) (outcome.bags().size() - all.size()));
  }

  private void addUtilisation(ReschedulingExperiment experiment) {
    double capacityMillis = (double) experiment.processorsPerCluster() * experiment.horizonMillis();
    double sum = 0;
    for (int i = 0; i < outcome.busyMillis().size(); i++) {
      double percent = 100 * outcome.busyMillis().get(i) / capacityMillis;
      values.put(ReschedulingMetric.utilisationOf(i), percent);
      sum += percent;
    }
    values.put(ReschedulingMetric.UTILISATION_PERCENT, sum / outcome.busyMillis().size());
  }

  private static double spanMillis(MarketOutcome.BagOutcome bag) {
    return bag.endedMillis() - bag.startedMillis();
  }

  private static double stretch(MarketOutcome.BagOutcome bag) {
    return spanMillis(bag) / runMillis(bag);
  }

  /** Mean run time of a task; tasks may run on processors of different speeds. */
  private static double runMillis(MarketOutcome.BagOutcome bag) {
    return (double) bag.busyMillis() / bag.tasks();
  }

  private static double boundedRunMillis(MarketOutcome.BagOutcome bag) {
    return Math.max(RUN_TIME_BOUND_MILLIS, runMillis(bag));
  }

  private static double responseSeconds(MarketOutcome.BagOutcome bag) {
    return (bag.endedMillis() - bag.submittedMillis()) / 1e3;
  }

  private static double slowdown(MarketOutcome.BagOutcome bag) {
    return Math.max(1, (bag.endedMillis() - bag.submittedMillis()) / boundedRunMillis(bag));
  }

  private static double mean(
      List<MarketOutcome.BagOutcome> bags, ToDoubleFunction<MarketOutcome.BagOutcome> value) {
    return bags.stream().mapToDouble(value).average().orElse(0);
  }
}
