package tender.experiments.budget;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tender.core.budget.Allocation;
import tender.core.budget.DispatchLimit;
import tender.core.budget.Task;
import tender.experiments.run.Fingerprint;
import tender.experiments.run.FinishedRuns;
import tender.experiments.run.MeasuredRun;
import tender.experiments.run.MeasuredRunFile;
import tender.experiments.run.Progress;
import tender.experiments.run.Runs;
import tender.simulator.budget.BudgetGrid;

/** Runs the experiment on deadline and budget. */
public final class BudgetRunner {
  /** "As long as the number of user jobs deployed is less than the number of PEs". */
  private static final DispatchLimit DISPATCH = new DispatchLimit(1);

  private final BudgetExperiment experiment;
  private final FinishedRuns<BudgetExperiment.Key, MeasuredRun<BudgetExperiment.Key>> finished;

  /**
   * @param folder where runs that have ended are kept, for a later time
   */
  public BudgetRunner(BudgetExperiment experiment, Path folder) throws IOException {
    this.experiment = experiment;
    String anySeeds = "budget " + new BudgetExperiment(1).keys();
    finished = new FinishedRuns<>(folder.resolve(Fingerprint.of(anySeeds, List.of())), file());
  }

  /** How runs stand in files. */
  public static MeasuredRunFile<BudgetExperiment.Key> file() {
    return new MeasuredRunFile<>(
        "scenario,strategy,seed", BudgetExperiment.Key::cells, BudgetMeasures.all());
  }

  /** All results, in the order of the experiment's keys. */
  public List<MeasuredRun<BudgetExperiment.Key>> run(int threads, Progress progress)
      throws InterruptedException {
    return new Runs<>(finished, BudgetRunner::run)
        .all(experiment.keys(), BudgetExperiment.Key::seed, threads, progress);
  }

  private static MeasuredRun<BudgetExperiment.Key> run(BudgetExperiment.Key key) {
    DrawnInput input = DrawnInput.draw(key.scenario(), key.seed());
    Allocation allocation = key.strategy().allocate(input);
    BudgetGrid grid = new BudgetGrid(0, input.queues(), DISPATCH);
    return new MeasuredRun<>(
        key, BudgetMeasures.of(input, grid.run(allocation, Task::estimateMillis)));
  }
}
