package tender.experiments.auction;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import tender.core.auction.WaitingJob;
import tender.core.model.Time;
import tender.simulator.auction.AuctionOutcome;

/** The metrics of a run. A job succeeds if it ends by its deadline. */
final class AuctionMetrics {
  static final String SUCCESS_PERCENT = "success_percent";

  /** Jobs that an idle grid would complete in time, in percent: an upper bound of the success. */
  static final String POSSIBLE_PERCENT = "possible_percent";

  /** Jobs that ran and ended late, in percent of all jobs. */
  static final String LATE_PERCENT = "late_percent";

  static final String WAIT_SECONDS = "wait_seconds";

  /** Work of successful jobs, in percent of all work. */
  static final String WORK_PERCENT = "work_percent";

  /** The standard deviation of the sites' loads, in percentage points, over the period shown. */
  static final String LOAD_DEVIATION = "load_deviation";

  static final String LOAD_PERCENT = "load_percent";

  /** The paper's groups of urgency by equation (3). */
  static final List<String> URGENCY_GROUPS =
      List.of("below 0.25", "0.25–0.5", "0.5–0.75", "0.75–1", "above 1");

  /** Groups by valuation per processor; the paper names the first and the last. */
  static final List<String> VALUATION_GROUPS =
      List.of("below 1 000", "1 000–4 000", "4 000–11 000", "11 000–33 000", "above 33 000");

  private static final long[] VALUATION_BOUNDS = {1_000, 4_000, 11_000, 33_000};

  /** Loads are shown for this number of time bins after the first submission. */
  static final int TIME_BINS = 12;

  static final int BIN_MINUTES = 20;

  static final long TIME_BIN_MILLIS = BIN_MINUTES * Time.MINUTE_MILLIS;

  private AuctionMetrics() {}

  static String successByUrgency(int group) {
    return "success_urgency_" + (group + 1) + "_percent";
  }

  static String successByValuation(int group) {
    return "success_valuation_" + (group + 1) + "_percent";
  }

  static String loadDeviationIn(int bin) {
    return "load_deviation_" + (bin + 1);
  }

  static List<String> all() {
    List<String> all =
        new ArrayList<>(
            List.of(
                SUCCESS_PERCENT,
                POSSIBLE_PERCENT,
                LATE_PERCENT,
                WAIT_SECONDS,
                WORK_PERCENT,
                LOAD_DEVIATION,
                LOAD_PERCENT));
    for (int group = 0; group < URGENCY_GROUPS.size(); group++) {
      all.add(successByUrgency(group));
    }
    for (int group = 0; group < VALUATION_GROUPS.size(); group++) {
      all.add(successByValuation(group));
    }
    for (int bin = 0; bin < TIME_BINS; bin++) {
      all.add(loadDeviationIn(bin));
    }
    return all;
  }

  static SequencedMap<String, Double> of(
      List<WaitingJob> jobs, AuctionOutcome outcome, IdleGrid idle) {
    long beginMillis = jobs.getFirst().submittedMillis();
    Ratio success = new Ratio();
    Ratio possible = new Ratio();
    Ratio late = new Ratio();
    Ratio work = new Ratio();
    Ratio wait = new Ratio();
    List<Ratio> byUrgency = ratios(URGENCY_GROUPS.size());
    List<Ratio> byValuation = ratios(VALUATION_GROUPS.size());
    for (WaitingJob job : jobs) {
      AuctionOutcome.Run run = outcome.run(job.id());
      boolean isDone = run != null && run.endMillis() <= job.deadlineMillis();
      success.add(isDone, 1);
      possible.add(idle.endsInTime(job, beginMillis), 1);
      late.add(run != null && !isDone, 1);
      work.add(isDone, (double) job.processors() * job.estimateMillis());
      byUrgency.get(urgencyGroup(job)).add(isDone, 1);
      byValuation.get(valuationGroup(job)).add(isDone, 1);
      if (run != null && isDone) {
        wait.sum += (run.startMillis() - job.submittedMillis()) / (double) Time.SECOND_MILLIS;
        wait.total++;
      }
    }
    SequencedMap<String, Double> values = new LinkedHashMap<>();
    values.put(SUCCESS_PERCENT, success.percent());
    values.put(POSSIBLE_PERCENT, possible.percent());
    values.put(LATE_PERCENT, late.percent());
    values.put(WAIT_SECONDS, wait.mean());
    values.put(WORK_PERCENT, work.percent());
    putLoads(values, beginMillis, outcome.loads());
    for (int group = 0; group < byUrgency.size(); group++) {
      values.put(successByUrgency(group), byUrgency.get(group).percent());
    }
    for (int group = 0; group < byValuation.size(); group++) {
      values.put(successByValuation(group), byValuation.get(group).percent());
    }
    return values;
  }

  private static void putLoads(
      SequencedMap<String, Double> values,
      long beginMillis,
      List<AuctionOutcome.LoadSample> loads) {
    List<Ratio> bins = ratios(TIME_BINS);
    Ratio deviation = new Ratio();
    Ratio load = new Ratio();
    for (AuctionOutcome.LoadSample one : loads) {
      long bin = (one.atMillis() - beginMillis) / TIME_BIN_MILLIS;
      if (bin < TIME_BINS) {
        bins.get((int) bin).addValue(100 * one.deviation());
        deviation.addValue(100 * one.deviation());
        load.addValue(100 * one.mean());
      }
    }
    values.put(LOAD_DEVIATION, deviation.mean());
    values.put(LOAD_PERCENT, load.mean());
    for (int bin = 0; bin < TIME_BINS; bin++) {
      values.put(loadDeviationIn(bin), bins.get(bin).mean());
    }
  }

  /** By the paper's equation (3), with the submission as the start. */
  private static int urgencyGroup(WaitingJob job) {
    double urgency =
        (double) (job.deadlineMillis() - job.submittedMillis()) / job.estimateMillis() - 1;
    return Math.min(URGENCY_GROUPS.size() - 1, (int) (4 * urgency));
  }

  private static int valuationGroup(WaitingJob job) {
    long perProcessor = job.valuation().millicredits() / 1_000 / job.processors();
    int group = 0;
    while (group < VALUATION_BOUNDS.length && perProcessor >= VALUATION_BOUNDS[group]) {
      group++;
    }
    return group;
  }

  private static List<Ratio> ratios(int count) {
    List<Ratio> ratios = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ratios.add(new Ratio());
    }
    return ratios;
  }

  /** Accumulates a ratio or a mean. */
  private static final class Ratio {
    private double sum;
    private double total;

    void add(boolean belongs, double weight) {
      total += weight;
      sum += belongs ? weight : 0;
    }

    void addValue(double value) {
      total++;
      sum += value;
    }

    double mean() {
      return total == 0 ? 0 : sum / total;
    }

    double percent() {
      return 100 * mean();
    }
  }
}
