package tender.experiments.offers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tender.core.model.Time;
import tender.experiments.definition.OffersExperiment;
import tender.experiments.definition.OffersRunKey;
import tender.experiments.run.Fingerprint;
import tender.experiments.run.ProgressListener;
import tender.experiments.run.RunCache;
import tender.experiments.run.RunExecutor;
import tender.simulator.market.MarketOutcome;
import tender.simulator.market.MarketSimulation;

/** Runs an offers experiment. */
public final class OffersRunner {
  private final OffersWorkload workload;
  private final OffersExperiment experiment;
  private final RunCache<OffersRunKey, OffersRunResult> cache;

  /**
   * @param folder for the cached results of finished runs
   */
  public OffersRunner(OffersWorkload workload, Path folder) throws IOException {
    this.workload = workload;
    experiment = workload.experiment();
    String fingerprint = Fingerprint.of(experiment.withSeeds(1).toString(), workload.traces());
    cache = new RunCache<>(folder.resolve(fingerprint), new OffersRunCsv(experiment));
  }

  /** All results, in the order of the experiment's keys. */
  public List<OffersRunResult> run(int threads, ProgressListener progress)
      throws InterruptedException {
    return new RunExecutor<>(cache, this::run)
        .runAll(experiment.keys(), OffersRunKey::seed, threads, progress);
  }

  private OffersRunResult run(OffersRunKey key) {
    long horizonMillis = experiment.days() * Time.DAY_MILLIS;
    MarketOutcome outcome =
        new MarketSimulation(
                workload.sites(key.schema(), key.seed()),
                experiment.terms(key.policy()),
                key.policy().composer(),
                experiment.latencyMillis())
            .run(workload.bags(key.schema(), key.seed()), horizonMillis);
    return new OffersMetricCalculator(experiment.processors(), horizonMillis).of(key, outcome);
  }
}
