package tender.experiments.shares;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tender.experiments.run.Fingerprint;
import tender.experiments.run.FinishedRuns;
import tender.experiments.run.MeasuredRun;
import tender.experiments.run.MeasuredRunFile;
import tender.experiments.run.Progress;
import tender.experiments.run.Runs;
import tender.simulator.share.ShareMarket;
import tender.simulator.share.ShareOutcome;

/** Runs the experiment on proportional share. */
public final class SharesRunner {
  private final SharesExperiment experiment;
  private final FinishedRuns<SharesExperiment.Key, MeasuredRun<SharesExperiment.Key>> finished;

  /**
   * @param folder where runs that have ended are kept, for a later time
   */
  public SharesRunner(SharesExperiment experiment, Path folder) throws IOException {
    this.experiment = experiment;
    String anySeeds = new SharesExperiment(1).keys().toString();
    finished = new FinishedRuns<>(folder.resolve(Fingerprint.of(anySeeds, List.of())), file());
  }

  /** How runs stand in files. */
  public static MeasuredRunFile<SharesExperiment.Key> file() {
    return new MeasuredRunFile<>("reading,seed", SharesExperiment.Key::cells, SharesMeasures.all());
  }

  /** All results, in the order of the experiment's keys. */
  public List<MeasuredRun<SharesExperiment.Key>> run(int threads, Progress progress)
      throws InterruptedException {
    return new Runs<>(finished, SharesRunner::run)
        .all(experiment.keys(), SharesExperiment.Key::seed, threads, progress);
  }

  private static MeasuredRun<SharesExperiment.Key> run(SharesExperiment.Key key) {
    return new MeasuredRun<>(key, SharesMeasures.of(outcome(key)));
  }

  static ShareOutcome outcome(SharesExperiment.Key key) {
    return new ShareMarket(BelleTestbed.resources(key.reading()), key.reading().rules())
        .run(BelleTestbed.users(key.reading(), key.seed()));
  }
}
