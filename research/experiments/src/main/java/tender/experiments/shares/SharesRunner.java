package tender.experiments.shares;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tender.experiments.run.Fingerprint;
import tender.experiments.run.MeasuredRun;
import tender.experiments.run.MeasuredRunCsv;
import tender.experiments.run.ProgressListener;
import tender.experiments.run.RunCache;
import tender.experiments.run.RunExecutor;
import tender.simulator.share.ShareOutcome;
import tender.simulator.share.ShareSimulation;

/** Runs the shares experiment. */
public final class SharesRunner {
  private final SharesExperiment experiment;
  private final RunCache<SharesExperiment.Key, MeasuredRun<SharesExperiment.Key>> cache;

  /**
   * @param folder for the cached results of finished runs
   */
  public SharesRunner(SharesExperiment experiment, Path folder) throws IOException {
    this.experiment = experiment;
    String anySeeds = new SharesExperiment(1).keys().toString();
    cache = new RunCache<>(folder.resolve(Fingerprint.of(anySeeds, List.of())), file());
  }

  /** The CSV format of the runs. */
  public static MeasuredRunCsv<SharesExperiment.Key> file() {
    return new MeasuredRunCsv<>("reading,seed", SharesExperiment.Key::cells, SharesMetrics.all());
  }

  /** All results, in the order of the experiment's keys. */
  public List<MeasuredRun<SharesExperiment.Key>> run(int threads, ProgressListener progress)
      throws InterruptedException {
    return new RunExecutor<>(cache, SharesRunner::run)
        .runAll(experiment.keys(), SharesExperiment.Key::seed, threads, progress);
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
