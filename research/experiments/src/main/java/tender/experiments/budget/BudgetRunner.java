package tender.experiments.budget;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tender.core.budget.Allocation;
import tender.core.budget.BudgetTask;
import tender.core.budget.DispatchLimit;
import tender.experiments.run.Fingerprint;
import tender.experiments.run.MeasuredRun;
import tender.experiments.run.MeasuredRunCsv;
import tender.experiments.run.ProgressListener;
import tender.experiments.run.RunCache;
import tender.experiments.run.RunExecutor;
import tender.simulator.budget.BudgetSimulation;

/** Runs the budget experiment. */
public final class BudgetRunner {
  /** "As long as the number of user jobs deployed is less than the number of PEs". */
  private static final DispatchLimit DISPATCH = new DispatchLimit(1);

  private final BudgetExperiment experiment;
  private final RunCache<BudgetExperiment.Key, MeasuredRun<BudgetExperiment.Key>> cache;

  /**
   * @param folder for the cached results of finished runs
   */
  public BudgetRunner(BudgetExperiment experiment, Path folder) throws IOException {
    this.experiment = experiment;
    String anySeeds = "budget " + new BudgetExperiment(1).keys();
    cache = new RunCache<>(folder.resolve(Fingerprint.of(anySeeds, List.of())), file());
  }

  /** The CSV format of the runs. */
  public static MeasuredRunCsv<BudgetExperiment.Key> file() {
    return new MeasuredRunCsv<>(
        "scenario,strategy,seed", BudgetExperiment.Key::cells, BudgetMetrics.all());
  }

  /** All results, in the order of the experiment's keys. */
  public List<MeasuredRun<BudgetExperiment.Key>> run(int threads, ProgressListener progress)
      throws InterruptedException {
    return new RunExecutor<>(cache, BudgetRunner::run)
        .runAll(experiment.keys(), BudgetExperiment.Key::seed, threads, progress);
  }

  private static MeasuredRun<BudgetExperiment.Key> run(BudgetExperiment.Key key) {
    BudgetInstance input = BudgetInstance.draw(key.scenario(), key.seed());
    Allocation allocation = key.strategy().allocate(input);
    BudgetSimulation grid = new BudgetSimulation(0, input.queues(), DISPATCH);
    return new MeasuredRun<>(
        key, BudgetMetrics.of(input, grid.run(allocation, BudgetTask::estimateMillis)));
  }
}
