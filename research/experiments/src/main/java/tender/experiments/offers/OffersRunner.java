package tender.experiments.offers;

import tender.experiments.run.Fingerprint;
import tender.experiments.run.RunCache;
import tender.experiments.run.ProgressListener;
import tender.experiments.run.RunExecutor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tender.core.model.Time;
import tender.experiments.definition.OffersExperiment;
import tender.experiments.definition.OffersRunKey;
import tender.simulator.market.MarketSimulation;
import tender.simulator.market.MarketOutcome;

/** Runs the experiment on offers, or one like it. */
public final class OffersRunner {
  private final OffersWorkload workload;
  private final OffersExperiment experiment;
  private final RunCache<OffersRunKey, OffersRunResult> finished;

  /**
   * @param folder where runs that have ended are kept, for a later time
   */
  public OffersRunner(OffersWorkload workload, Path folder) throws IOException {
    this.workload = workload;
    experiment = workload.experiment();
    finished =
        new RunCache<>(folder.resolve(Fingerprint.of(workload)), new OffersRunCsv(experiment));
  }

  /** All results, in the order of the experiment's keys. */
  public List<OffersRunResult> run(int threads, ProgressListener progress) throws InterruptedException {
    return new RunExecutor<>(finished, this::run).runAll(experiment.keys(), OffersRunKey::seed, threads, progress);
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
