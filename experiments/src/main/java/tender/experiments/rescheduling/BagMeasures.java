package tender.experiments.rescheduling;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.ToDoubleFunction;
import tender.core.model.Time;
import tender.experiments.run.MeasuredRun;
import tender.simulator.market.Outcome;

/** Adds up what became of the bags of a run. */
final class BagMeasures {
  /** Shorter bags count as this long where something is divided by their length. */
  private static final double SHORTEST_MILLIS = 10 * Time.MINUTE_MILLIS;

  private final Outcome outcome;
  private final List<Outcome.External> all;
  private final List<Outcome.External> single;
  private final List<Outcome.External> multi;
  private final Map<Measure, Double> values = new EnumMap<>(Measure.class);

  private BagMeasures(Outcome outcome) {
    this.outcome = outcome;
    all = outcome.bags().stream().filter(bag -> bag.clusters() > 0).toList();
    single = all.stream().filter(bag -> bag.clusters() == 1).toList();
    multi = all.stream().filter(bag -> bag.clusters() > 1).toList();
  }

  static MeasuredRun<ReschedulingKey> of(
      ReschedulingKey key, Outcome outcome, ReschedulingExperiment experiment) {
    BagMeasures measures = new BagMeasures(outcome);
    measures.addTimes();
    measures.addClusters();
    measures.addPromises();
    measures.addUtilisation(experiment);
    SequencedMap<String, Double> byId = new LinkedHashMap<>();
    measures.values.forEach((measure, value) -> byId.put(measure.id(), value));
    return new MeasuredRun<>(key, byId);
  }

  private void addTimes() {
    values.put(Measure.STRETCH, mean(multi, bag -> spanMillis(bag) / runMillis(bag)));
    values.put(Measure.STRETCH_ALL, mean(all, bag -> spanMillis(bag) / runMillis(bag)));
    values.put(Measure.STRETCH_BOUNDED, mean(multi, bag -> spanMillis(bag) / bounded(bag)));
    values.put(Measure.RESPONSE_SECONDS, mean(all, BagMeasures::responseSeconds));
    values.put(Measure.RESPONSE_SECONDS_SINGLE, mean(single, BagMeasures::responseSeconds));
    values.put(Measure.RESPONSE_SECONDS_MULTI, mean(multi, BagMeasures::responseSeconds));
    values.put(Measure.SLOWDOWN, mean(all, BagMeasures::slowdown));
    values.put(Measure.SLOWDOWN_SINGLE, mean(single, BagMeasures::slowdown));
    values.put(Measure.SLOWDOWN_MULTI, mean(multi, BagMeasures::slowdown));
  }

  private void addClusters() {
    values.put(Measure.BAGS, (double) outcome.bags().size());
    values.put(Measure.CLUSTERS_PER_BAG, mean(all, Outcome.External::clusters));
    for (int i = 1; i <= outcome.busyMillis().size(); i++) {
      int clusters = i;
      values.put(Measure.on(i), 100 * mean(all, bag -> bag.clusters() == clusters ? 1 : 0));
    }
  }

  private void addPromises() {
    double promisedSeconds = mean(all, bag -> (bag.promisedMillis() - bag.submittedMillis()) / 1e3);
    values.put(
        Measure.PROMISED_OVER_REAL, promisedSeconds / mean(all, BagMeasures::responseSeconds));
    values.put(
        Measure.PROMISES_BROKEN,
        (double) all.stream().filter(bag -> bag.endedMillis() > bag.promisedMillis()).count());
    values.put(Measure.WITHOUT_PROMISE, (double) (outcome.bags().size() - all.size()));
  }

  private void addUtilisation(ReschedulingExperiment experiment) {
    double capacityMillis = (double) experiment.processorsPerCluster() * experiment.horizonMillis();
    double sum = 0;
    for (int i = 0; i < outcome.busyMillis().size(); i++) {
      double percent = 100 * outcome.busyMillis().get(i) / capacityMillis;
      values.put(Measure.utilisationOf(i), percent);
      sum += percent;
    }
    values.put(Measure.UTILISATION_PERCENT, sum / outcome.busyMillis().size());
  }

  private static double spanMillis(Outcome.External bag) {
    return bag.endedMillis() - bag.startedMillis();
  }

  /** Of one task, which may run on processors of different speeds. */
  private static double runMillis(Outcome.External bag) {
    return (double) bag.busyMillis() / bag.tasks();
  }

  private static double bounded(Outcome.External bag) {
    return Math.max(SHORTEST_MILLIS, runMillis(bag));
  }

  private static double responseSeconds(Outcome.External bag) {
    return (bag.endedMillis() - bag.submittedMillis()) / 1e3;
  }

  private static double slowdown(Outcome.External bag) {
    return Math.max(1, (bag.endedMillis() - bag.submittedMillis()) / bounded(bag));
  }

  private static double mean(
      List<Outcome.External> bags, ToDoubleFunction<Outcome.External> value) {
    return bags.stream().mapToDouble(value).average().orElse(0);
  }
}
