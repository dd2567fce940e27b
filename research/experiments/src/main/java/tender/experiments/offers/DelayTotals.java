package tender.experiments.offers;

import java.util.Map;
import java.util.function.BiConsumer;

/** Counts and sums of delays over jobs. */
final class DelayTotals {
  private long jobs;
  private long delayed;
  private long broken;
  private double work;
  private double workDelayed;
  private double weightedDelay;

  void add(MeasuredJob job) {
    jobs++;
    work += job.work();
    if (job.isDelayed()) {
      delayed++;
      workDelayed += job.work();
    }
    weightedDelay += job.weightedDelay();
    broken += job.isBroken() ? 1 : 0;
  }

  static DelayTotals sum(DelayTotals one, DelayTotals other) {
    DelayTotals sum = new DelayTotals();
    sum.jobs = one.jobs + other.jobs;
    sum.delayed = one.delayed + other.delayed;
    sum.broken = one.broken + other.broken;
    sum.work = one.work + other.work;
    sum.workDelayed = one.workDelayed + other.workDelayed;
    sum.weightedDelay = one.weightedDelay + other.weightedDelay;
    return sum;
  }

  void put(Map<String, Double> values, LoadScope scope, double utilisationPercent) {
    BiConsumer<OffersMetric, Double> put =
        (metric, value) -> values.put(new ScopedMetric(scope, metric).id(), value);
    put.accept(OffersMetric.JOBS, (double) jobs);
    put.accept(OffersMetric.JOBS_DELAYED, (double) delayed);
    put.accept(OffersMetric.JOBS_DELAYED_PERCENT, percent((double) delayed, (double) jobs));
    put.accept(OffersMetric.WORK_DELAYED_PERCENT, percent(workDelayed, work));
    put.accept(OffersMetric.WEIGHTED_DELAY, weightedDelay);
    put.accept(OffersMetric.UTILISATION_PERCENT, utilisationPercent);
    put.accept(OffersMetric.PROMISES_BROKEN, (double) broken);
  }

  private static double percent(double part, double whole) {
    return whole == 0 ? 0 : 100 * part / whole;
  }
}
