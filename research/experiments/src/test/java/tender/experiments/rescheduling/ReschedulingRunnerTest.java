package tender.experiments.rescheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.core.plan.PlanningGranularity;
import tender.experiments.claims.PaperClaim;
import tender.experiments.run.MeasuredRun;

/** A small experiment: two days, small clusters and bags. */
@Tag("slow")
final class ReschedulingRunnerTest {
  private static final ReschedulingExperiment SMALL =
      new ReschedulingExperiment(
          24, 64, PlanningGranularity.PART, 2, 0.7, List.of(0, 30, 50, 70, 100, 150, 200), 2);

  @TempDir Path folder;

  @Test
  void promisesAreKeptOnAnyNumberOfThreads() throws Exception {
    List<MeasuredRun<ReschedulingKey>> results = run(SMALL, "one", 1);
    ReschedulingSummary summary = new ReschedulingSummary(SMALL, results);

    assertThat(results).hasSize((7 + 5 + 5) * 7 * 2).isEqualTo(run(SMALL, "two", 2));
    assertThat(summary.total(ReschedulingMetric.PROMISES_BROKEN)).isZero();
    assertThat(summary.total(ReschedulingMetric.WITHOUT_PROMISE)).isZero();
    assertThat(results)
        .allSatisfy(
            result -> {
              assertThat(result.value(ReschedulingMetric.BAGS.id())).isPositive();
              assertThat(result.value(ReschedulingMetric.UTILISATION_PERCENT.id()))
                  .isBetween(20.0, 100.0);
              assertThat(result.value(ReschedulingMetric.SLOWDOWN.id())).isGreaterThanOrEqualTo(1);
            });
    assertThat(ReschedulingClaims.check(summary))
        .extracting(PaperClaim::id)
        .containsExactly("C1", "C2", "C3", "C4", "C5", "C6", "C7", "T1");
    assertThat(new ReschedulingCharts(summary).draw())
        .hasSize(8)
        .allSatisfy((name, svg) -> assertThat(svg).startsWith("<svg").doesNotContain("NaN"));
  }

  /**
   * With exact estimates no job ends early, so nothing is rescheduled and the order does not
   * matter.
   */
  @Test
  void exactEstimatesLeaveNothingToReschedule() throws Exception {
    ReschedulingSummary summary = new ReschedulingSummary(SMALL, run(SMALL, "zero", 2));

    assertThat(
            summary
                .reduction(
                    ClusterEnvironment.HOMOGENEOUS,
                    ReschedulingScheme.COORDINATED,
                    0,
                    ReschedulingMetric.RESPONSE_SECONDS)
                .mean())
        .isZero();
  }

  @Test
  void finishedRunsAreReused() throws Exception {
    run(SMALL, "again", 2);
    List<Integer> cached = new ArrayList<>();

    ReschedulingRunner.run(
        SMALL, folder.resolve("again"), 1, (done, cachedRuns, total) -> cached.add(cachedRuns));

    assertThat(cached).containsExactly(SMALL.keys().size());
  }

  private List<MeasuredRun<ReschedulingKey>> run(
      ReschedulingExperiment experiment, String name, int threads) throws Exception {
    return ReschedulingRunner.run(
        experiment, folder.resolve(name), threads, (done, cached, total) -> {});
  }
}
