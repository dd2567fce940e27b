package tender.experiments.offers;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import tender.experiments.definition.OffersRunKey;
import tender.experiments.run.MeasuredRun;
import tender.simulator.market.MarketOutcome;

/** Computes the metrics of a run from the outcome of its market. */
final class OffersMetricCalculator {
  private final long capacityMillis;
  private final long horizonMillis;

  /**
   * @param processors of all clusters
   * @param horizonMillis end of the period in which utilisation counts
   */
  OffersMetricCalculator(int processors, long horizonMillis) {
    this.horizonMillis = horizonMillis;
    capacityMillis = processors * horizonMillis;
  }

  MeasuredRun<OffersRunKey> of(OffersRunKey key, MarketOutcome outcome) {
    DelayTotals local = new DelayTotals();
    DelayTotals external = new DelayTotals();
    for (MarketOutcome.LocalJobOutcome job : outcome.localJobs()) {
      local.add(
          new MeasuredJob(
              job.processors(),
              job.runMillis(),
              job.submittedMillis(),
              job.deadlineMillis(),
              job.promisedMillis(),
              job.endedMillis(),
              true));
    }
    for (MarketOutcome.BagOutcome bag : outcome.bags()) {
      external.add(
          new MeasuredJob(
              bag.tasks(),
              bag.runMillis(),
              bag.submittedMillis(),
              bag.deadlineMillis(),
              bag.promisedMillis(),
              bag.endedMillis(),
              bag.providers() > 0));
    }
    double busy = percentOfCapacity(outcome.busyMillis().stream().mapToLong(Long::longValue).sum());
    double busyLocal = percentOfCapacity(busyWithLocalJobs(outcome.localJobs()));
    SequencedMap<String, Double> values = new LinkedHashMap<>();
    local.put(values, LoadScope.LOCAL, busyLocal);
    external.put(values, LoadScope.EXTERNAL, busy - busyLocal);
    DelayTotals.sum(local, external).put(values, LoadScope.GLOBAL, busy);
    values.put(
        new ScopedMetric(LoadScope.EXTERNAL, OffersMetric.CLUSTERS_PER_BAG).id(),
        outcome.bags().stream()
            .mapToInt(MarketOutcome.BagOutcome::providers)
            .filter(clusters -> clusters > 0)
            .average()
            .orElse(0));
    values.put(
        new ScopedMetric(LoadScope.EXTERNAL, OffersMetric.WITHOUT_PROMISE).id(),
        (double) outcome.bags().stream().filter(bag -> bag.providers() == 0).count());
    return new MeasuredRun<>(key, values);
  }

  private long busyWithLocalJobs(List<MarketOutcome.LocalJobOutcome> jobs) {
    long busyMillis = 0;
    for (MarketOutcome.LocalJobOutcome job : jobs) {
      long startedMillis = job.endedMillis() - job.runMillis();
      long untilMillis = Math.min(job.endedMillis(), horizonMillis);
      busyMillis += Math.max(0, untilMillis - startedMillis) * job.processors();
    }
    return busyMillis;
  }

  private double percentOfCapacity(long busyMillis) {
    return 100.0 * busyMillis / capacityMillis;
  }
}
