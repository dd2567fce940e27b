package tender.experiments.auction;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tender.core.auction.WaitingJob;
import tender.experiments.run.MeasuredRun;
import tender.experiments.run.MeasuredRunCsv;
import tender.experiments.run.ProgressListener;
import tender.experiments.run.RunExecutor;
import tender.simulator.auction.AuctionSimulation;
import tender.simulator.auction.AuctionSite;

/** Runs the auction experiment. */
public final class AuctionRunner {
  private AuctionRunner() {}

  /** The CSV format of the runs. */
  public static MeasuredRunCsv<AuctionExperiment.Key> file() {
    return new MeasuredRunCsv<>(
        "scenario,policy,seed", AuctionExperiment.Key::cells, AuctionMetrics.all());
  }

  /**
   * All results, in the order of the experiment's keys.
   *
   * @param folder for the cached results of finished runs
   */
  public static List<MeasuredRun<AuctionExperiment.Key>> run(
      AuctionExperiment experiment,
      AuctionWorkload workload,
      Path folder,
      int threads,
      ProgressListener progress)
      throws IOException, InterruptedException {
    String anySeeds = experiment.withSeeds(1) + " " + experiment.withSeeds(1).keys();
    return new RunExecutor<>(
            folder, anySeeds, List.of(workload.trace()), file(), key -> run(workload, key))
        .runAll(experiment.keys(), threads, progress);
  }

  private static MeasuredRun<AuctionExperiment.Key> run(
      AuctionWorkload workload, AuctionExperiment.Key key) {
    List<WaitingJob> jobs = workload.jobs(key.scenario(), key.seed());
    List<AuctionSite> sites = EdgTestbed.sites(key.seed());
    AuctionSimulation market =
        new AuctionSimulation(
            sites, AuctionExperiment.policy(key.policy()), key.scenario().rules());
    return new MeasuredRun<>(
        key,
        AuctionMetrics.of(jobs, market.run(jobs), new IdleGrid(sites, key.scenario().rules())));
  }
}
