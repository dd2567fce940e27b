package tender.experiments.rescheduling;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tender.experiments.run.MeasuredRun;
import tender.experiments.run.MeasuredRunCsv;
import tender.experiments.run.ProgressListener;
import tender.experiments.run.RunExecutor;

/** Runs the rescheduling experiment. */
public final class ReschedulingRunner {
  private ReschedulingRunner() {}

  /** The CSV format of the runs. */
  public static MeasuredRunCsv<ReschedulingKey> file() {
    return new MeasuredRunCsv<>(
        "reading,environment,scheme,over_percent,seed",
        ReschedulingKey::cells,
        ReschedulingMetric.ids());
  }

  /**
   * All results, in the order of the experiment's keys.
   *
   * @param folder for the cached results of finished runs
   */
  public static List<MeasuredRun<ReschedulingKey>> run(
      ReschedulingExperiment experiment, Path folder, int threads, ProgressListener progress)
      throws IOException, InterruptedException {
    String anySeeds = experiment.withSeeds(1).toString();
    return new RunExecutor<>(folder, anySeeds, List.of(), file(), key -> run(experiment, key))
        .runAll(experiment.keys(), threads, progress);
  }

  private static MeasuredRun<ReschedulingKey> run(
      ReschedulingExperiment experiment, ReschedulingKey key) {
    return ReschedulingMetricCalculator.of(
        key, new ReschedulingRun(experiment, key).run(), experiment);
  }
}
