package tender.experiments.offers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.experiments.definition.OffersExperiment;
import tender.experiments.definition.OffersRunKey;
import tender.experiments.run.MeasuredRun;

final class OffersRunnerTest {
  private static final int SEEDS = 3;

  @TempDir Path folder;
  private final OffersExperiment experiment = SmallOffersExperiment.withSeeds(SEEDS);
  private OffersWorkload workload;

  @BeforeEach
  void readWorkload() throws IOException {
    workload = SmallOffersExperiment.workload(experiment, folder);
  }

  @Test
  void resultsDoNotDependOnThreads() throws Exception {
    assertThat(run(workload, "two", 2)).isEqualTo(run(workload, "one", 1));
  }

  @Test
  void everyRunIsOneRowInOrder() throws Exception {
    List<String> lines = run(workload, "rows", 2).lines().toList();

    assertThat(lines).hasSize(1 + 2 * 4 * SEEDS);
    assertThat(lines.getFirst()).startsWith("experiment,schema,policy,seed,local_jobs,");
    assertThat(lines.get(1)).startsWith("small,schema-1,free-time-slots,1,");
    assertThat(lines.get(2)).startsWith("small,schema-1,free-time-slots,2,");
    assertThat(lines.getLast()).startsWith("small,schema-2,dplbv2,3,");
  }

  @Test
  void noPromiseIsBrokenAndSomeJobsAreDelayed() throws Exception {
    List<MeasuredRun<OffersRunKey>> results =
        OffersRunner.run(workload, folder.resolve("p"), 1, (done, cached, total) -> {});

    assertThat(results)
        .allSatisfy(
            result -> {
              assertThat(value(result, LoadScope.GLOBAL, OffersMetric.PROMISES_BROKEN)).isZero();
              assertThat(value(result, LoadScope.EXTERNAL, OffersMetric.JOBS)).isPositive();
              assertThat(value(result, LoadScope.GLOBAL, OffersMetric.UTILISATION_PERCENT))
                  .isBetween(20.0, 100.0);
            });
    assertThat(results)
        .anySatisfy(
            result ->
                assertThat(value(result, LoadScope.GLOBAL, OffersMetric.JOBS_DELAYED))
                    .isPositive());
  }

  /** As after a kill: one run is missing, one is truncated, and one belongs to another key. */
  @Test
  void interruptedExperimentResumes() throws Exception {
    String whole = run(workload, "cut", 2);
    List<Path> cached = cachedIn("cut");
    assertThat(cached).hasSize(2 * 4 * SEEDS);
    Files.delete(cached.get(0));
    Files.writeString(cached.get(1), Files.readString(cached.get(1)).substring(0, 700));
    Files.copy(cached.get(3), cached.get(2), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    List<String> reported = new ArrayList<>();

    List<MeasuredRun<OffersRunKey>> results =
        OffersRunner.run(
            workload,
            folder.resolve("cut"),
            2,
            (done, before, total) -> reported.add(done + " " + before + " " + total));

    assertThat(OffersRunner.file(experiment).csv(results)).isEqualTo(whole);
    assertThat(reported).containsExactly("21 21 24", "22 21 24", "23 21 24", "24 21 24");
  }

  @Test
  void moreSeedsReuseCachedRuns() throws Exception {
    run(workload, "more", 1);
    List<Integer> before = new ArrayList<>();
    OffersWorkload more =
        SmallOffersExperiment.workload(SmallOffersExperiment.withSeeds(SEEDS + 1), folder);

    OffersRunner.run(more, folder.resolve("more"), 1, (done, cached, all) -> before.add(cached));

    assertThat(before).contains(2 * 4 * SEEDS).hasSize(1 + 2 * 4);
  }

  @Test
  void changedExperimentIgnoresCachedRuns() throws Exception {
    run(workload, "other", 1);
    OffersExperiment changed =
        new OffersExperiment(
            experiment.name(),
            experiment.title(),
            experiment.days(),
            experiment.loadMeasure(),
            experiment.arrivals(),
            experiment.runTimeSource(),
            experiment.latencyMillis() + 1,
            experiment.offerMillis(),
            experiment.leaseMillis(),
            experiment.seeds(),
            experiment.clusters(),
            experiment.external(),
            experiment.policies(),
            experiment.schemas());
    List<Integer> cached = new ArrayList<>();

    OffersRunner.run(
        SmallOffersExperiment.workload(changed, folder),
        folder.resolve("other"),
        1,
        (done, before, total) -> cached.add(before));

    assertThat(cached).containsOnly(0);
  }

  private static double value(
      MeasuredRun<OffersRunKey> result, LoadScope scope, OffersMetric metric) {
    return result.value(new ScopedMetric(scope, metric).id());
  }

  private String run(OffersWorkload workloadToRun, String name, int threads) throws Exception {
    List<MeasuredRun<OffersRunKey>> results =
        OffersRunner.run(workloadToRun, folder.resolve(name), threads, (done, cached, total) -> {});
    return OffersRunner.file(experiment).csv(results);
  }

  private List<Path> cachedIn(String name) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve(name))) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
