package tender.experiments.shares;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tender.experiments.run.MeasuredRun;
import tender.experiments.run.MeasuredRunCsv;
import tender.experiments.run.ProgressListener;
import tender.experiments.run.RunExecutor;
import tender.simulator.share.ShareOutcome;
import tender.simulator.share.ShareSimulation;

/** Runs the shares experiment. */
public final class SharesRunner {
  private SharesRunner() {}

  /** The CSV format of the runs. */
  public static MeasuredRunCsv<SharesExperiment.Key> file() {
    return new MeasuredRunCsv<>("reading,seed", SharesExperiment.Key::cells, SharesMetrics.all());
  }

  /**
   * All results, in the order of the experiment's keys.
   *
   * @param folder for the cached results of finished runs
   */
  public static List<MeasuredRun<SharesExperiment.Key>> run(
      SharesExperiment experiment, Path folder, int threads, ProgressListener progress)
      throws IOException, InterruptedException {
    String anySeeds = new SharesExperiment(1).keys().toString();
    return new RunExecutor<>(folder, anySeeds, List.of(), file(), SharesRunner::run)
        .runAll(experiment.keys(), threads, progress);
  }

  private static MeasuredRun<SharesExperiment.Key> run(SharesExperiment.Key key) {
    return new MeasuredRun<>(key, SharesMetrics.of(outcome(key)));
  }

  static ShareOutcome outcome(SharesExperiment.Key key) {
    return new ShareSimulation(
            BelleTestbed.resources(key.interpretation()), key.interpretation().rules())
        .run(BelleTestbed.users(key.interpretation(), key.seed()));
  }
}
