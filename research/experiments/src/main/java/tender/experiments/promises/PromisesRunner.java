package tender.experiments.promises;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tender.core.compose.CompositionPolicies;
import tender.core.model.Time;
import tender.experiments.run.Fingerprint;
import tender.experiments.run.ProgressListener;
import tender.experiments.run.RunCache;
import tender.experiments.run.RunCsvFormat;
import tender.experiments.run.RunExecutor;
import tender.simulator.market.ExternalBag;
import tender.simulator.market.MarketOutcome;
import tender.simulator.market.MarketSimulation;

/** Runs the promises experiment. */
public final class PromisesRunner {
  private static final long LATENCY_MILLIS = Time.SECOND_MILLIS / 10;

  private final PromisesWorkload workload;
  private final PromisesExperiment experiment;
  private final RunCache<PromisesExperiment.Key, PromiseResult> cache;

  /**
   * @param folder for the cached results of finished runs
   */
  public PromisesRunner(PromisesWorkload workload, Path folder) throws IOException {
    this.workload = workload;
    experiment = workload.experiment();
    String fingerprint = Fingerprint.of(experiment.withSeeds(1).toString(), workload.traces());
    cache = new RunCache<>(folder.resolve(fingerprint), new CsvFormat());
  }

  /** All results, in the order of the experiment's keys. */
  public List<PromiseResult> run(int threads, ProgressListener progress)
      throws InterruptedException {
    return new RunExecutor<>(cache, this::run)
        .runAll(experiment.keys(), PromisesExperiment.Key::seed, threads, progress);
  }

  private PromiseResult run(PromisesExperiment.Key key) {
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

  /** The CSV format of cached runs. */
  private static final class CsvFormat
      implements RunCsvFormat<PromisesExperiment.Key, PromiseResult> {
    @Override
    public String heading() {
      return PromiseResult.header();
    }

    @Override
    public String line(PromiseResult result) {
      return result.line();
    }

    @Override
    public PromisesExperiment.Key key(PromiseResult result) {
      return result.key();
    }

    @Override
    public Optional<PromiseResult> read(PromisesExperiment.Key key, String line) {
      return PromiseResult.read(key, line);
    }
  }
}
