package tender.experiments.promises;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.experiments.offers.SmallOffersExperiment;
import tender.experiments.run.MeasuredRun;
import tender.experiments.run.TraceFolder;

@Tag("slow")
final class PromisesRunnerTest {
  private static final PromisesExperiment SMALL =
      new PromisesExperiment(
          List.of(new TraceMarket("made-up", "Made up", "made-up-1", 32)),
          List.of(
              EstimateErrorModel.ConstantError.overestimate(100),
              new EstimateErrorModel.TraceError(),
              EstimateErrorModel.ConstantError.underestimate(50, 5)),
          List.of(SiteKind.RESERVED, SiteKind.EASY_LEARNED),
          List.of("earliest", "plb"),
          2,
          2,
          0.4,
          60,
          2);

  @TempDir private Path folder;
  private PromisesWorkload workload;

  @BeforeEach
  void readTraces() throws IOException {
    SmallOffersExperiment.workload(SmallOffersExperiment.withSeeds(1), folder);
    workload = PromisesWorkload.read(SMALL, new TraceFolder(folder));
  }

  @Test
  void reservedPromisesAreKeptWithoutUnderestimates() throws Exception {
    for (MeasuredRun<PromisesExperiment.Key> result : run("once", 1)) {
      PromisesExperiment.Key key = result.key();
      double kept = result.value(PromiseMetric.KEPT.id());
      assertThat(result.value(PromiseMetric.PROMISED.id())).isPositive();
      if (key.siteKind().isReserved() && key.estimateError().includesUnderestimates()) {
        assertThat(kept).as(key.toString()).isLessThan(100);
      } else if (key.siteKind().isReserved()) {
        assertThat(kept).as(key.toString()).isEqualTo(100);
      }
    }
  }

  @Test
  void resultsDoNotDependOnThreads() throws Exception {
    assertThat(run("two", 2)).isEqualTo(run("one", 1));
  }

  @Test
  void finishedRunsAreReused() throws Exception {
    List<MeasuredRun<PromisesExperiment.Key>> first = run("again", 2);
    List<Integer> cached = new ArrayList<>();
    List<MeasuredRun<PromisesExperiment.Key>> second =
        PromisesRunner.run(
            workload,
            folder.resolve("again"),
            1,
            (done, cachedRuns, total) -> cached.add(cachedRuns));

    assertThat(second).isEqualTo(first);
    assertThat(cached).containsExactly(first.size());
  }

  @Test
  void reportContainsEveryCell() throws Exception {
    PromisesSummary summary = new PromisesSummary(SMALL, run("report", 2));

    assertThat(summary.cells()).hasSize(12);
    assertThat(new PromisesReport(summary).markdown())
        .contains("EASY, learned slack", "as in the log", "−50 %, 1 in 5", "Policy `plb`");
    assertThat(PromiseGoal.all(summary).getFirst().reached()).isEqualTo(4);
  }

  private List<MeasuredRun<PromisesExperiment.Key>> run(String name, int threads)
      throws IOException, InterruptedException {
    return PromisesRunner.run(workload, folder.resolve(name), threads, (done, cached, total) -> {});
  }
}
