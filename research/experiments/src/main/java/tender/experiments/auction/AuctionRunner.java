package tender.experiments.auction;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import tender.core.auction.WaitingJob;
import tender.core.auction.policy.ClearingPolicies;
import tender.experiments.run.Fingerprint;
import tender.experiments.run.MeasuredRun;
import tender.experiments.run.MeasuredRunCsv;
import tender.experiments.run.ProgressListener;
import tender.experiments.run.RunCache;
import tender.experiments.run.RunExecutor;
import tender.simulator.auction.AuctionSimulation;

/** Runs the auction experiment. */
public final class AuctionRunner {
  private final AuctionExperiment experiment;
  private final AuctionWorkload workload;
  private final RunCache<AuctionExperiment.Key, MeasuredRun<AuctionExperiment.Key>> cache;

  /**
   * @param folder for the cached results of finished runs
   */
  public AuctionRunner(AuctionExperiment experiment, AuctionWorkload workload, Path folder)
      throws IOException {
    this.experiment = experiment;
    this.workload = workload;
    String anySeeds = experiment.withSeeds(1) + " " + experiment.withSeeds(1).keys();
    cache =
        new RunCache<>(folder.resolve(Fingerprint.of(anySeeds, List.of(workload.trace()))), file());
  }

  /** The CSV format of the runs. */
  public static MeasuredRunCsv<AuctionExperiment.Key> file() {
    return new MeasuredRunCsv<>(
        "scenario,policy,seed", AuctionExperiment.Key::cells, AuctionMetrics.all());
  }

  /** All results, in the order of the experiment's keys. */
  public List<MeasuredRun<AuctionExperiment.Key>> run(int threads, ProgressListener progress)
      throws InterruptedException {
    return new RunExecutor<>(cache, this::run)
        .runAll(experiment.keys(), AuctionExperiment.Key::seed, threads, progress);
  }

  private MeasuredRun<AuctionExperiment.Key> run(AuctionExperiment.Key key) {
    List<WaitingJob> jobs = workload.jobs(key.scenario(), key.seed());
    AuctionSimulation market =
        new AuctionSimulation(
            EdgTestbed.sites(key.seed()),
            Objects.requireNonNull(ClearingPolicies.all().get(key.policy())),
            key.scenario().rules());
    return new MeasuredRun<>(key, AuctionMetrics.of(jobs, market.run(jobs)));
  }
}
