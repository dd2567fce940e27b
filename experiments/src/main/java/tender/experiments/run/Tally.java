package tender.experiments.run;

import java.util.Map;

/** Counts and sums over jobs. */
final class Tally {
  private long jobs;
  private long delayed;
  private long broken;
  private double work;
  private double workDelayed;
  private double weightedDelay;

  void add(Done job) {
    jobs++;
    work += job.work();
    if (job.isDelayed()) {
      delayed++;
      workDelayed += job.work();
    }
    weightedDelay += job.weightedDelay();
    broken += job.isBroken() ? 1 : 0;
  }

  static Tally sum(Tally one, Tally other) {
    Tally sum = new Tally();
    sum.jobs = one.jobs + other.jobs;
    sum.delayed = one.delayed + other.delayed;
    sum.broken = one.broken + other.broken;
    sum.work = one.work + other.work;
    sum.workDelayed = one.workDelayed + other.workDelayed;
    sum.weightedDelay = one.weightedDelay + other.weightedDelay;
    return sum;
  }

  void put(Map<Column, Double> values, Load load, double utilisationPercent) {
    values.put(new Column(load, Quantity.JOBS), (double) jobs);
    values.put(new Column(load, Quantity.JOBS_DELAYED), (double) delayed);
    values.put(
        new Column(load, Quantity.JOBS_DELAYED_PERCENT), percent((double) delayed, (double) jobs));
    values.put(new Column(load, Quantity.WORK_DELAYED_PERCENT), percent(workDelayed, work));
    values.put(new Column(load, Quantity.WEIGHTED_DELAY), weightedDelay);
    values.put(new Column(load, Quantity.UTILISATION_PERCENT), utilisationPercent);
    values.put(new Column(load, Quantity.PROMISES_BROKEN), (double) broken);
  }

  private static double percent(double part, double whole) {
    return whole == 0 ? 0 : 100 * part / whole;
  }
}
