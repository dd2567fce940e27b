package tender.experiments.rescheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.core.model.BagId;
import tender.core.model.Time;
import tender.experiments.run.MeasuredRun;
import tender.simulator.market.MarketOutcome;
import tender.workload.trace.TraceJob;

final class ReschedulingMetricCalculatorTest {
  private static final long HOUR = Time.HOUR_MILLIS;
  private static final ReschedulingKey KEY =
      new ReschedulingKey(
          ReschedulingReading.TEXT,
          ClusterEnvironment.HOMOGENEOUS,
          ReschedulingScheme.USER,
          100,
          1);

  @Test
  void metricsOfTwoBagsMatchHandCalculation() {
    // Two tasks of an hour on two clusters, started at hours 1 and 3; promised 8 hours, took 4.
    MarketOutcome.BagOutcome spread =
        new MarketOutcome.BagOutcome(
            new BagId("1"), 2, HOUR, 2 * HOUR, 0, 0, 8 * HOUR, HOUR, 4 * HOUR, 2);
    // A minute on one cluster, after an hour; the minute counts as ten.
    long minute = Time.MINUTE_MILLIS;
    MarketOutcome.BagOutcome brief =
        new MarketOutcome.BagOutcome(
            new BagId("2"), 1, minute, minute, 0, 0, 2 * HOUR, HOUR - minute, HOUR, 1);
    long day = Time.DAY_MILLIS;
    MarketOutcome outcome =
        new MarketOutcome(
            List.of(), List.of(spread, brief), List.of(150 * day, 0L, 300 * day, 150 * day), 0);

    MeasuredRun<ReschedulingKey> result =
        ReschedulingMetricCalculator.of(KEY, outcome, ReschedulingExperiment.paper());

    assertThat(result.value(ReschedulingMetric.STRETCH.id())).isEqualTo(3);
    assertThat(result.value(ReschedulingMetric.STRETCH_ALL.id())).isEqualTo(2);
    assertThat(result.value(ReschedulingMetric.RESPONSE_SECONDS.id())).isEqualTo(9_000);
    assertThat(result.value(ReschedulingMetric.RESPONSE_SECONDS_SINGLE.id())).isEqualTo(3_600);
    assertThat(result.value(ReschedulingMetric.RESPONSE_SECONDS_MULTI.id())).isEqualTo(14_400);
    assertThat(result.value(ReschedulingMetric.SLOWDOWN.id())).isEqualTo(5);
    assertThat(result.value(ReschedulingMetric.CLUSTERS_PER_BAG.id())).isEqualTo(1.5);
    assertThat(result.value(ReschedulingMetric.ON_2_CLUSTERS_PERCENT.id())).isEqualTo(50);
    assertThat(result.value(ReschedulingMetric.PROMISED_OVER_REAL.id())).isEqualTo(2);
    assertThat(result.value(ReschedulingMetric.PROMISES_BROKEN.id())).isZero();
    assertThat(result.value(ReschedulingMetric.UTILISATION_C3_PERCENT.id()))
        .isEqualTo(100.0 / 15, within());
    assertThat(ReschedulingRunner.file().read(KEY, ReschedulingRunner.file().line(result)))
        .contains(result);
  }

  private static org.assertj.core.data.Offset<Double> within() {
    return org.assertj.core.data.Offset.offset(1e-6);
  }

  /**
   * Of two bags with factors 3 and 1, that of three tasks counts three times by tasks, once by
   * work.
   */
  @Test
  void stretchIsAlsoWeightedByTasksAndWork() {
    MarketOutcome.BagOutcome stretched =
        new MarketOutcome.BagOutcome(
            new BagId("1"), 3, HOUR, 3 * HOUR, 0, 0, 8 * HOUR, HOUR, 4 * HOUR, 2);
    MarketOutcome.BagOutcome compact =
        new MarketOutcome.BagOutcome(
            new BagId("2"), 1, 3 * HOUR, 3 * HOUR, 0, 0, 8 * HOUR, HOUR, 4 * HOUR, 2);
    MarketOutcome outcome =
        new MarketOutcome(List.of(), List.of(stretched, compact), List.of(0L, 0L, 0L, 0L), 0);

    MeasuredRun<ReschedulingKey> result =
        ReschedulingMetricCalculator.of(KEY, outcome, ReschedulingExperiment.paper());

    assertThat(result.value(ReschedulingMetric.STRETCH.id())).isEqualTo(2);
    assertThat(result.value(ReschedulingMetric.STRETCH_BY_TASK.id())).isEqualTo(2.5);
    assertThat(result.value(ReschedulingMetric.STRETCH_BY_WORK.id())).isEqualTo(2);
    assertThat(result.value(ReschedulingMetric.ON_1_OR_2_CLUSTERS_PERCENT.id())).isEqualTo(100);
  }

  @Test
  void shortJobFitsIntoFragmentOfLongJob() {
    List<TraceJob> jobs = List.of(new TraceJob(1, 0, 10, 1, 10), new TraceJob(2, 0, 20, 1, 20));

    assertThat(BackfillChances.chancesPercent(jobs, 0)).isZero();
    // The long job leaves 20 s, and the estimate of the short job is 20 s.
    assertThat(BackfillChances.chancesPercent(jobs, 100)).isEqualTo(25);
  }

  @Test
  void workloadReachesLoadWithinDays() {
    BagWorkload workload = draw(ReschedulingReading.TEXT, ClusterEnvironment.HOMOGENEOUS);

    assertThat(load(workload)).isBetween(0.69, 0.71);
    assertThat(workload.jobs().getLast().submitSeconds()).isBetween(14 * 86_400L, 15 * 86_400L);
    assertThat(workload.bags(50))
        .allSatisfy(
            bag -> assertThat(bag.bag().estimateMillis()).isEqualTo(bag.runMillis() * 3 / 2));
  }

  /** The speeds are not in the workload: only the reading of power has more bags for them. */
  @Test
  void loadIsOfProcessorsUnlessReadAsPower() {
    assertThat(draw(ReschedulingReading.TEXT, ClusterEnvironment.FASTER_50).jobs())
        .isEqualTo(draw(ReschedulingReading.TEXT, ClusterEnvironment.HOMOGENEOUS).jobs());
    assertThat(load(draw(ReschedulingReading.LOAD_OF_POWER, ClusterEnvironment.FASTER_50)))
        .isBetween(1.25 * 0.69, 1.25 * 0.71);
  }

  @Test
  void largestBagNeedsOneClusterUnlessModelIsOfAll() {
    assertThat(widest(draw(ReschedulingReading.TEXT, ClusterEnvironment.HOMOGENEOUS)))
        .isBetween(200, 300);
    assertThat(widest(draw(ReschedulingReading.ALL_CLUSTERS, ClusterEnvironment.HOMOGENEOUS)))
        .isBetween(900, 1_200);
  }

  private static BagWorkload draw(ReschedulingReading reading, ClusterEnvironment environment) {
    return BagWorkload.draw(ReschedulingExperiment.paper(), reading, environment, 1);
  }

  /** The share of all processors in the 15 days, whatever their speed. */
  private static double load(BagWorkload workload) {
    double work =
        workload.jobs().stream()
            .mapToDouble(job -> (double) job.processors() * job.runSeconds())
            .sum();
    return work / (1_200 * 15 * 86_400.0);
  }

  private static int widest(BagWorkload workload) {
    return workload.jobs().stream().mapToInt(TraceJob::processors).max().orElseThrow();
  }
}
