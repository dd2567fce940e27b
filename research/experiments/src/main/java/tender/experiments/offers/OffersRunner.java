package tender.experiments.offers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tender.core.model.Time;
import tender.experiments.definition.OffersExperiment;
import tender.experiments.definition.OffersRunKey;
import tender.experiments.run.MeasuredRun;
import tender.experiments.run.MeasuredRunCsv;
import tender.experiments.run.ProgressListener;
import tender.experiments.run.RunExecutor;
import tender.simulator.market.MarketOutcome;
import tender.simulator.market.MarketSimulation;

/** Runs an offers experiment. */
public final class OffersRunner {
  private OffersRunner() {}

  /** The CSV format of the runs. */
  public static MeasuredRunCsv<OffersRunKey> file(OffersExperiment experiment) {
    return new MeasuredRunCsv<>(
        "experiment,schema,policy,seed",
        key -> experiment.name() + "," + key.cells(),
        ScopedMetric.ALL.stream().map(ScopedMetric::id).toList());
  }

  /**
   * All results, in the order of the experiment's keys.
   *
   * @param folder for the cached results of finished runs
   */
  public static List<MeasuredRun<OffersRunKey>> run(
      OffersWorkload workload, Path folder, int threads, ProgressListener progress)
      throws IOException, InterruptedException {
    OffersExperiment experiment = workload.experiment();
    String anySeeds = experiment.withSeeds(1).toString();
    return new RunExecutor<>(
            folder, anySeeds, workload.traces(), file(experiment), key -> run(workload, key))
        .runAll(experiment.keys(), threads, progress);
  }

  private static MeasuredRun<OffersRunKey> run(OffersWorkload workload, OffersRunKey key) {
    OffersExperiment experiment = workload.experiment();
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
