package tender.experiments.offers;

import java.util.Map;

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

  void put(Map<ScopedMetric, Double> values, LoadScope scope, double utilisationPercent) {
    values.put(new ScopedMetric(scope, OffersMetric.JOBS), (double) jobs);
    values.put(new ScopedMetric(scope, OffersMetric.JOBS_DELAYED), (double) delayed);
    values.put(
        new ScopedMetric(scope, OffersMetric.JOBS_DELAYED_PERCENT),
        percent((double) delayed, (double) jobs));
    values.put(
        new ScopedMetric(scope, OffersMetric.WORK_DELAYED_PERCENT), percent(workDelayed, work));
    values.put(new ScopedMetric(scope, OffersMetric.WEIGHTED_DELAY), weightedDelay);
    values.put(new ScopedMetric(scope, OffersMetric.UTILISATION_PERCENT), utilisationPercent);
    values.put(new ScopedMetric(scope, OffersMetric.PROMISES_BROKEN), (double) broken);
  }

  private static double percent(double part, double whole) {
    return whole == 0 ? 0 : 100 * part / whole;
  }
}
