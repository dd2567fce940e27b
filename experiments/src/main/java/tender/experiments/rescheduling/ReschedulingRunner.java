package tender.experiments.rescheduling;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tender.experiments.run.Fingerprint;
import tender.experiments.run.FinishedRuns;
import tender.experiments.run.MeasuredRun;
import tender.experiments.run.MeasuredRunFile;
import tender.experiments.run.Progress;
import tender.experiments.run.Runs;

/** Runs the experiment on rescheduling. */
public final class ReschedulingRunner {
  private final ReschedulingExperiment experiment;
  private final FinishedRuns<ReschedulingKey, MeasuredRun<ReschedulingKey>> finished;

  /**
   * @param folder where runs that have ended are kept, for a later time
   */
  public ReschedulingRunner(ReschedulingExperiment experiment, Path folder) throws IOException {
    this.experiment = experiment;
    String anySeeds = experiment.withSeeds(1).toString();
    finished = new FinishedRuns<>(folder.resolve(Fingerprint.of(anySeeds, List.of())), file());
  }

  /** How runs stand in files. */
  public static MeasuredRunFile<ReschedulingKey> file() {
    return new MeasuredRunFile<>(
        "environment,scheme,over_percent,seed", ReschedulingKey::cells, Measure.ids());
  }

  /** All results, in the order of the experiment's keys. */
  public List<MeasuredRun<ReschedulingKey>> run(int threads, Progress progress)
      throws InterruptedException {
    return new Runs<>(finished, this::run)
        .all(experiment.keys(), ReschedulingKey::seed, threads, progress);
  }

  private MeasuredRun<ReschedulingKey> run(ReschedulingKey key) {
    return BagMeasures.of(key, new MarketOfBags(experiment, key).run(), experiment);
  }
}
