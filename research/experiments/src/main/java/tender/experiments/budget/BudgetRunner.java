package tender.experiments.budget;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tender.core.budget.Allocation;
import tender.core.budget.BudgetTask;
import tender.core.budget.DispatchLimit;
import tender.experiments.run.MeasuredRun;
import tender.experiments.run.MeasuredRunCsv;
import tender.experiments.run.ProgressListener;
import tender.experiments.run.RunExecutor;
import tender.simulator.budget.BudgetSimulation;

/** Runs the budget experiment. */
public final class BudgetRunner {
  /** "As long as the number of user jobs deployed is less than the number of PEs". */
  private static final DispatchLimit DISPATCH = new DispatchLimit(1);

  private BudgetRunner() {}

  /** The CSV format of the runs. */
  public static MeasuredRunCsv<BudgetExperiment.Key> file() {
    return new MeasuredRunCsv<>(
        "scenario,strategy,seed", BudgetExperiment.Key::cells, BudgetMetrics.all());
  }

  /**
   * All results, in the order of the experiment's keys.
   *
   * @param folder for the cached results of finished runs
   */
  public static List<MeasuredRun<BudgetExperiment.Key>> run(
      BudgetExperiment experiment, Path folder, int threads, ProgressListener progress)
      throws IOException, InterruptedException {
    String anySeeds = "budget " + new BudgetExperiment(1).keys();
    return new RunExecutor<>(folder, anySeeds, List.of(), file(), BudgetRunner::run)
        .runAll(experiment.keys(), threads, progress);
  }

  private static MeasuredRun<BudgetExperiment.Key> run(BudgetExperiment.Key key) {
    BudgetInstance input = BudgetInstance.draw(key.scenario(), key.seed());
    Allocation allocation = key.strategy().allocate(input);
    BudgetSimulation grid = new BudgetSimulation(0, input.queues(), DISPATCH);
    input
        .arrivals()
        .forEach(job -> grid.addLocalJob(job.queue(), job.arrivalMillis(), job.estimateMillis()));
    return new MeasuredRun<>(
        key, BudgetMetrics.of(input, grid.run(allocation, BudgetTask::estimateMillis)));
  }
}
