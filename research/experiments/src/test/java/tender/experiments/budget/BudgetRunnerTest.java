package tender.experiments.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.core.budget.BudgetBounds;
import tender.core.budget.BudgetTask;
import tender.experiments.claims.PaperClaim;
import tender.experiments.claims.Verdict;
import tender.experiments.run.MeasuredRun;

final class BudgetRunnerTest {
  private static final BudgetExperiment SMALL = new BudgetExperiment(2);

  @TempDir private Path folder;

  @Test
  void lengthsAddUpToLoadWithinDeviation() {
    for (BudgetScenario scenario : BudgetExperiment.standard()) {
      BudgetInput input = scenario.input();
      List<BudgetTask> tasks = BudgetInstance.draw(scenario, 7).tasks();

      assertThat(tasks).hasSize(input.jobs());
      double average = input.load() / input.jobs();
      double sum = 0;
      for (BudgetTask task : tasks) {
        double length = task.estimateMillis() / 1_000.0;
        sum += length;
        // Drawn within ± 10 %, then scaled to the load.
        assertThat(length / average).isBetween(0.9 / 1.1, 1.1 / 0.9);
      }
      assertThat(sum).isCloseTo(input.load(), within(0.01));
    }
  }

  @Test
  void pinnedLocalJobHoldsOneProcessor() {
    BudgetScenario scenario =
        BudgetExperiment.standard()
            .getFirst()
            .withLocalJobs(LocalJobs.PINNED)
            .withPower(ResourcePower.ONE_ELEMENT);
    BudgetInstance instance = BudgetInstance.draw(scenario, 1);

    assertThat(instance.tasks()).hasSize(3);
    assertThat(instance.queues().stream().mapToInt(queue -> queue.free(0).freeAt(0)).sum())
        .isEqualTo(25 - 4);
    assertThat(instance.queues().stream().mapToInt(queue -> queue.free(0).freeAt(100_000)).sum())
        .isEqualTo(25);
  }

  @Test
  void preemptingLocalJobsArriveBeforeDeadline() {
    BudgetScenario scenario =
        BudgetExperiment.standard().getFirst().withLocalJobs(LocalJobs.PREEMPTING);
    BudgetInstance instance = BudgetInstance.draw(scenario, 1);

    assertThat(instance.tasks()).hasSize(3);
    assertThat(instance.arrivals())
        .hasSize(4)
        .allMatch(job -> job.arrivalMillis() >= 0 && job.arrivalMillis() < 19_000);
  }

  @Test
  void boundsMatchTables1And2() {
    BudgetBounds bounds = BudgetInstance.draw(BudgetExperiment.standard().getFirst(), 1).bounds();
    // 1074.37 MI on the 11 MIPS of R6; for 50 / 12 and 300 / 13 G$ an MI.
    assertThat(bounds.maxMillis()).isCloseTo(97_670L, within(2L));
    assertThat(bounds.minCost().millicredits()).isCloseTo(4_476_542L, within(50L));
    assertThat(bounds.maxCost().millicredits()).isCloseTo(24_793_154L, within(200L));
  }

  @Test
  void resultsDoNotDependOnThreadsOrCache() throws Exception {
    var first = run("one", 1);
    assertThat(run("two", 2)).isEqualTo(first);
    assertThat(run("one", 1)).isEqualTo(first);
  }

  @Test
  void everyClaimIsCheckedAndEveryFigureIsDrawn() throws Exception {
    BudgetSummary summary = new BudgetSummary(SMALL, run("claims", 2));

    assertThat(summary.failures()).isZero();
    List<PaperClaim> claims = BudgetClaims.check(summary);
    assertThat(claims)
        .extracting(PaperClaim::id)
        .containsExactly(
            "D1",
            "D1, otherwise",
            "D2",
            "D2, otherwise",
            "D1 and D2, a job on one element",
            "D1 and D2, local jobs preempt",
            "D1 and D2, steps as printed",
            "D1 and D2, steps as printed, a job on one element",
            "Tables 3 to 5");
    assertThat(claims.getFirst().verdict()).isEqualTo(Verdict.HOLDS);
    assertThat(new BudgetCharts(summary).draw()).hasSize(5);
    assertThat(summary.csv()).contains("input-1-deviation-10-budget-1.00,cost-time,cost,2,");
  }

  private List<MeasuredRun<BudgetExperiment.Key>> run(String name, int threads)
      throws IOException, InterruptedException {
    return BudgetRunner.run(SMALL, folder.resolve(name), threads, (done, cached, total) -> {});
  }
}
