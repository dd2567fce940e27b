package tender.experiments.rescheduling;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tender.experiments.run.Fingerprint;
import tender.experiments.run.MeasuredRun;
import tender.experiments.run.MeasuredRunCsv;
import tender.experiments.run.ProgressListener;
import tender.experiments.run.RunCache;
import tender.experiments.run.RunExecutor;

/** Runs the rescheduling experiment. */
public final class ReschedulingRunner {
  private final ReschedulingExperiment experiment;
  private final RunCache<ReschedulingKey, MeasuredRun<ReschedulingKey>> cache;

  /**
   * @param folder for the cached results of finished runs
   */
  public ReschedulingRunner(ReschedulingExperiment experiment, Path folder) throws IOException {
    this.experiment = experiment;
    String anySeeds = experiment.withSeeds(1).toString();
    cache = new RunCache<>(folder.resolve(Fingerprint.of(anySeeds, List.of())), file());
  }

  /** The CSV format of the runs. */
  public static MeasuredRunCsv<ReschedulingKey> file() {
    return new MeasuredRunCsv<>(
        "environment,scheme,over_percent,seed", ReschedulingKey::cells, ReschedulingMetric.ids());
  }

  /** All results, in the order of the experiment's keys. */
  public List<MeasuredRun<ReschedulingKey>> run(int threads, ProgressListener progress)
      throws InterruptedException {
    return new RunExecutor<>(cache, this::run)
        .runAll(experiment.keys(), ReschedulingKey::seed, threads, progress);
  }

  private MeasuredRun<ReschedulingKey> run(ReschedulingKey key) {
    return ReschedulingMetricCalculator.of(
        key, new ReschedulingRun(experiment, key).run(), experiment);
  }
}
