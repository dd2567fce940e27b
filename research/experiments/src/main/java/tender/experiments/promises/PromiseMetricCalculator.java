package tender.experiments.promises;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Predicate;
import tender.core.model.Bag;
import tender.core.model.Time;
import tender.core.promise.Expectation;
import tender.core.promise.Forecast;
import tender.core.promise.PastForecast;
import tender.core.promise.PromiseReplay;
import tender.experiments.run.MeasuredRun;
import tender.simulator.market.ExternalBag;
import tender.simulator.market.MarketOutcome;

/**
 * Computes how a market's promises were kept. It also evaluates promises with a stated probability,
 * each of which uses only what had been learned from bags that had ended by then.
 */
final class PromiseMetricCalculator {
  private static final double MEDIAN = 0.5;
  private static final double PERCENTILE_90 = 0.9;
  private static final double LIKELY = 0.9;
  private static final double VERY_LIKELY = 0.95;
  private static final double PERCENT = 100;

  private final double capacityMillis;
  private final Map<PromiseMetric, Double> values = new EnumMap<>(PromiseMetric.class);

  /** A bag with a promise, and its end. */
  private record Promised(Bag bag, long promisedMillis, long endedMillis) {
    boolean isKept() {
      return endedMillis <= promisedMillis;
    }

    boolean isWithoutDeadline() {
      return bag.deadlineMillis() == bag.submittedMillis();
    }

    double tightness(long statedMillis) {
      return (double) (statedMillis - bag.submittedMillis())
          / (endedMillis - bag.submittedMillis());
    }

    /** For a bag without a deadline the promise is the forecast. */
    PastForecast past() {
      return new PastForecast(
          new Forecast(bag.submittedMillis(), bag.estimateMillis(), promisedMillis), endedMillis);
    }
  }

  PromiseMetricCalculator(PromisesExperiment experiment, TraceMarket market) {
    capacityMillis =
        (double) experiment.horizonMillis() * experiment.clusters() * market.processors();
  }

  /** Bags and outcomes are in the order of submission. */
  MeasuredRun<PromisesExperiment.Key> of(
      PromisesExperiment.Key key, List<ExternalBag> bags, MarketOutcome outcome) {
    List<Promised> promised = new ArrayList<>();
    for (int i = 0; i < bags.size(); i++) {
      MarketOutcome.BagOutcome bagOutcome = outcome.bags().get(i);
      if (bagOutcome.providers() > 0) {
        promised.add(
            new Promised(bags.get(i).bag(), bagOutcome.promisedMillis(), bagOutcome.endedMillis()));
      }
    }
    List<Promised> withoutDeadline = promised.stream().filter(Promised::isWithoutDeadline).toList();
    List<Promised> withDeadline =
        promised.stream().filter(bag -> !bag.isWithoutDeadline()).toList();
    values.put(PromiseMetric.PROMISED, (double) promised.size());
    values.put(PromiseMetric.WITHOUT_PROMISE, (double) bags.size() - promised.size());
    values.put(PromiseMetric.KEPT, percent(promised, Promised::isKept));
    values.put(PromiseMetric.KEPT_WITH_DEADLINE, percent(withDeadline, Promised::isKept));
    values.put(PromiseMetric.KEPT_SOON, percent(withoutDeadline, Promised::isKept));
    values.put(PromiseMetric.HOURS_LATE, hoursLate(promised));
    double[] tightness =
        withoutDeadline.stream().mapToDouble(bag -> bag.tightness(bag.promisedMillis)).toArray();
    values.put(PromiseMetric.TIGHTNESS, quantile(tightness, MEDIAN));
    values.put(PromiseMetric.TIGHTNESS_WORST_TENTH, quantile(tightness, PERCENTILE_90));
    putLikely(withoutDeadline);
    double busyMillis = outcome.busyMillis().stream().mapToLong(Long::longValue).sum();
    values.put(PromiseMetric.UTILISATION, PERCENT * busyMillis / capacityMillis);
    SequencedMap<String, Double> byId = new LinkedHashMap<>();
    values.forEach((metric, value) -> byId.put(metric.id(), value));
    return new MeasuredRun<>(key, byId);
  }

  private void putLikely(List<Promised> withoutDeadline) {
    double[] likely = likely(withoutDeadline, LIKELY);
    values.put(PromiseMetric.LIKELY_90_KEPT, likely[0]);
    values.put(PromiseMetric.LIKELY_90_TIGHTNESS, likely[1]);
    values.put(PromiseMetric.LIKELY_90_TIGHTNESS_WORST_TENTH, likely[2]);
    double[] veryLikely = likely(withoutDeadline, VERY_LIKELY);
    values.put(PromiseMetric.LIKELY_95_KEPT, veryLikely[0]);
    values.put(PromiseMetric.LIKELY_95_TIGHTNESS, veryLikely[1]);
    values.put(PromiseMetric.LIKELY_95_TIGHTNESS_WORST_TENTH, veryLikely[2]);
  }

  /** The percentage kept, the median tightness and the 90th percentile of the tightness. */
  private static double[] likely(List<Promised> withoutDeadline, double probability) {
    List<Expectation> stated =
        PromiseReplay.of(probability, withoutDeadline.stream().map(Promised::past).toList())
            .promises();
    double[] tightness = new double[withoutDeadline.size()];
    int kept = 0;
    for (int i = 0; i < tightness.length; i++) {
      Promised bag = withoutDeadline.get(i);
      tightness[i] = bag.tightness(stated.get(i).promisedMillis());
      kept += stated.get(i).isKept(bag.endedMillis) ? 1 : 0;
    }
    return new double[] {
      PERCENT * kept / Math.max(1, tightness.length),
      quantile(tightness, MEDIAN),
      quantile(tightness, PERCENTILE_90)
    };
  }

  private static double hoursLate(List<Promised> promised) {
    double[] late =
        promised.stream()
            .filter(bag -> !bag.isKept())
            .mapToDouble(bag -> (double) (bag.endedMillis - bag.promisedMillis) / Time.HOUR_MILLIS)
            .toArray();
    return quantile(late, MEDIAN);
  }

  private static double percent(List<Promised> bags, Predicate<Promised> condition) {
    return bags.isEmpty() ? 0 : PERCENT * bags.stream().filter(condition).count() / bags.size();
  }

  private static double quantile(double[] values, double share) {
    double[] ascending = values.clone();
    Arrays.sort(ascending);
    return ascending.length == 0 ? 0 : ascending[(int) (share * (ascending.length - 1))];
  }
}
