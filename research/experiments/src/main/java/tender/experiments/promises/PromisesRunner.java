package tender.experiments.promises;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import tender.core.compose.CompositionPolicies;
import tender.core.model.Time;
import tender.experiments.run.MeasuredRun;
import tender.experiments.run.MeasuredRunCsv;
import tender.experiments.run.ProgressListener;
import tender.experiments.run.RunExecutor;
import tender.simulator.market.ExternalBag;
import tender.simulator.market.MarketOutcome;
import tender.simulator.market.MarketSimulation;

/** Runs the promises experiment. */
public final class PromisesRunner {
  private static final long LATENCY_MILLIS = Time.SECOND_MILLIS / 10;

  private PromisesRunner() {}

  /** The CSV format of the runs. */
  static MeasuredRunCsv<PromisesExperiment.Key> file() {
    return new MeasuredRunCsv<>(
        "market,estimates,sites,policy,seed",
        PromisesExperiment.Key::cells,
        Stream.of(PromiseMetric.values()).map(PromiseMetric::id).toList(),
        value -> String.format(Locale.ROOT, "%.6f", value));
  }

  /**
   * All results, in the order of the experiment's keys.
   *
   * @param folder for the cached results of finished runs
   */
  public static List<MeasuredRun<PromisesExperiment.Key>> run(
      PromisesWorkload workload, Path folder, int threads, ProgressListener progress)
      throws IOException, InterruptedException {
    PromisesExperiment experiment = workload.experiment();
    String anySeeds = experiment.withSeeds(1).toString();
    return new RunExecutor<>(folder, anySeeds, workload.traces(), file(), key -> run(workload, key))
        .runAll(experiment.keys(), threads, progress);
  }

  private static MeasuredRun<PromisesExperiment.Key> run(
      PromisesWorkload workload, PromisesExperiment.Key key) {
    PromisesExperiment experiment = workload.experiment();
    List<ExternalBag> bags = workload.bags(key);
    MarketOutcome outcome =
        new MarketSimulation(
                workload.sites(key),
                key.siteKind().terms(),
                Objects.requireNonNull(CompositionPolicies.all().get(key.policy())),
                LATENCY_MILLIS)
            .run(bags, experiment.horizonMillis());
    return new PromiseMetricCalculator(experiment, key.market()).of(key, bags, outcome);
  }
}
