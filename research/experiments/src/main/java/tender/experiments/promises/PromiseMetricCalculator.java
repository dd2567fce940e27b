package tender.experiments.promises;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tender.core.model.Bag;
import tender.core.model.Time;
import tender.core.promise.Expectation;
import tender.core.promise.Forecast;
import tender.core.promise.PastForecast;
import tender.core.promise.PromiseReplay;
import tender.simulator.market.ExternalBag;
import tender.simulator.market.MarketOutcome;

/**
 * Says of a market's bags how their promises were kept, and what became of what would have been
 * said with a stated probability: each was said with what had been learned from the bags that had
 * ended by then.
 */
final class PromiseMetricCalculator {
  private static final double MEDIAN = 0.5;
  private static final double NINE_TENTHS = 0.9;
  private static final double LIKELY = 0.9;
  private static final double VERY_LIKELY = 0.95;
  private static final double PERCENT = 100;

  private final double capacityMillis;
  private final Map<PromiseMetric, Double> values = new EnumMap<>(PromiseMetric.class);

  /** A bag that was promised, and what became of it. */
  private record Promised(Bag bag, long byMillis, long endedMillis) {
    boolean isKept() {
      return endedMillis <= byMillis;
    }

    boolean isWantedSoon() {
      return bag.deadlineMillis() == bag.submittedMillis();
    }

    double tightness(long saidMillis) {
      return (double) (saidMillis - bag.submittedMillis()) / (endedMillis - bag.submittedMillis());
    }

    /** What is promised for a bag that is wanted soon is what was forecast for it. */
    PastForecast past() {
      return new PastForecast(
          new Forecast(bag.submittedMillis(), bag.estimateMillis(), byMillis), endedMillis);
    }
  }

  PromiseMetricCalculator(PromisesExperiment experiment, TraceMarket market) {
    capacityMillis =
        (double) experiment.horizonMillis() * experiment.clusters() * market.processors();
  }

  /** In the order in which the bags came. */
  PromiseResult of(PromisesExperiment.Key key, List<ExternalBag> bags, MarketOutcome outcome) {
    List<Promised> promised = new ArrayList<>();
    for (int i = 0; i < bags.size(); i++) {
      MarketOutcome.BagOutcome done = outcome.bags().get(i);
      if (done.providers() > 0) {
        promised.add(new Promised(bags.get(i).bag(), done.promisedMillis(), done.endedMillis()));
      }
    }
    List<Promised> soon = promised.stream().filter(Promised::isWantedSoon).toList();
    List<Promised> byDeadline = promised.stream().filter(bag -> !bag.isWantedSoon()).toList();
    values.put(PromiseMetric.PROMISED, (double) promised.size());
    values.put(PromiseMetric.WITHOUT_PROMISE, (double) bags.size() - promised.size());
    values.put(PromiseMetric.KEPT, percent(promised, Promised::isKept));
    values.put(PromiseMetric.KEPT_WITH_DEADLINE, percent(byDeadline, Promised::isKept));
    values.put(PromiseMetric.KEPT_SOON, percent(soon, Promised::isKept));
    values.put(PromiseMetric.HOURS_LATE, hoursLate(promised));
    double[] tightness = soon.stream().mapToDouble(bag -> bag.tightness(bag.byMillis)).toArray();
    values.put(PromiseMetric.TIGHTNESS, quantile(tightness, MEDIAN));
    values.put(PromiseMetric.TIGHTNESS_WORST_TENTH, quantile(tightness, NINE_TENTHS));
    putLikely(soon);
    double busyMillis = outcome.busyMillis().stream().mapToLong(Long::longValue).sum();
    values.put(PromiseMetric.UTILISATION, PERCENT * busyMillis / capacityMillis);
    return new PromiseResult(key, values);
  }

  private void putLikely(List<Promised> soon) {
    double[] likely = likely(soon, LIKELY);
    values.put(PromiseMetric.LIKELY_90_KEPT, likely[0]);
    values.put(PromiseMetric.LIKELY_90_TIGHTNESS, likely[1]);
    values.put(PromiseMetric.LIKELY_90_TIGHTNESS_WORST_TENTH, likely[2]);
    double[] veryLikely = likely(soon, VERY_LIKELY);
    values.put(PromiseMetric.LIKELY_95_KEPT, veryLikely[0]);
    values.put(PromiseMetric.LIKELY_95_TIGHTNESS, veryLikely[1]);
    values.put(PromiseMetric.LIKELY_95_TIGHTNESS_WORST_TENTH, veryLikely[2]);
  }

  /** How many of a hundred were kept, and how tight they were in the median and for a tenth. */
  private static double[] likely(List<Promised> soon, double wanted) {
    List<Expectation> stated =
        PromiseReplay.of(wanted, soon.stream().map(Promised::past).toList()).promises();
    double[] tightness = new double[soon.size()];
    int kept = 0;
    for (int i = 0; i < tightness.length; i++) {
      Promised bag = soon.get(i);
      tightness[i] = bag.tightness(stated.get(i).promisedMillis());
      kept += stated.get(i).isKept(bag.endedMillis) ? 1 : 0;
    }
    return new double[] {
      PERCENT * kept / Math.max(1, tightness.length),
      quantile(tightness, MEDIAN),
      quantile(tightness, NINE_TENTHS)
    };
  }

  private static double hoursLate(List<Promised> promised) {
    double[] late =
        promised.stream()
            .filter(bag -> !bag.isKept())
            .mapToDouble(bag -> (double) (bag.endedMillis - bag.byMillis) / Time.HOUR_MILLIS)
            .toArray();
    return quantile(late, MEDIAN);
  }

  private static double percent(List<Promised> bags, Predicate<Promised> is) {
    return bags.isEmpty() ? 0 : PERCENT * bags.stream().filter(is).count() / bags.size();
  }

  private static double quantile(double[] values, double share) {
    double[] ascending = values.clone();
    Arrays.sort(ascending);
    return ascending.length == 0 ? 0 : ascending[(int) (share * (ascending.length - 1))];
  }
}
