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

/** A small experiment: one day, small clusters and bags. */
@Tag("slow")
final class ReschedulingRunnerTest {
  private static final ReschedulingExperiment SMALL =
      new ReschedulingExperiment(16, PlanningGranularity.PART, 1, 0.7, 2);

  @TempDir Path folder;

  @Test
  void promisesAreKeptOnAnyNumberOfThreads() throws Exception {
    List<MeasuredRun<ReschedulingKey>> results = run("one", 1);
    ReschedulingSummary summary = new ReschedulingSummary(SMALL, results);

    int ofText = 2 * (10 + 3 + 7) + 3 + 2 + 3 * (3 + 3) + 2 * 2;
    int ofOthers = 3 * (2 * 5 + 2) + 2;
    assertThat(results).hasSize(2 * (ofText + ofOthers)).isEqualTo(run("two", 2));
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
    checkReports(summary);
    checkExactEstimates(summary);
    checkFinishedRunsAreReused();
  }

  private static void checkReports(ReschedulingSummary summary) {
    assertThat(ReschedulingClaims.check(summary))
        .extracting(PaperClaim::id)
        .containsExactly(
            "C1",
            "C2",
            "C3",
            "C4",
            "C5",
            "C6",
            "C7",
            "C7, replaced",
            "C7, at no cost",
            "C7, by arrival",
            "T1");
    assertThat(summary.tables().get("readings.md"))
        .contains("as fixed from the text | C1", "load of power | C5");
    assertThat(new ReschedulingCharts(summary).draw())
        .hasSize(9)
        .allSatisfy((name, svg) -> assertThat(svg).startsWith("<svg").doesNotContain("NaN"));
  }

  /**
   * With exact estimates no job ends early, so nothing is rescheduled and the order does not
   * matter.
   */
  private static void checkExactEstimates(ReschedulingSummary summary) {
    assertThat(
            summary
                .under(ReschedulingReading.TEXT)
                .reduction(
                    ClusterEnvironment.HOMOGENEOUS,
                    ReschedulingScheme.COORDINATED,
                    0,
                    ReschedulingMetric.RESPONSE_SECONDS)
                .mean())
        .isZero();
  }

  private void checkFinishedRunsAreReused() throws Exception {
    List<Integer> cached = new ArrayList<>();
    ReschedulingRunner.run(
        SMALL, folder.resolve("two"), 1, (done, cachedRuns, total) -> cached.add(cachedRuns));

    assertThat(cached).containsExactly(SMALL.keys().size());
  }

  private List<MeasuredRun<ReschedulingKey>> run(String name, int threads) throws Exception {
    return ReschedulingRunner.run(
        SMALL, folder.resolve(name), threads, (done, cached, total) -> {});
  }
}
