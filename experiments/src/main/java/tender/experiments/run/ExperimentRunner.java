package tender.experiments.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tender.core.model.Time;
import tender.experiments.definition.Experiment;
import tender.experiments.definition.RunKey;
import tender.experiments.workload.Workload;
import tender.simulator.market.Market;
import tender.simulator.market.Outcome;

/** Runs the experiment on offers, or one like it. */
public final class ExperimentRunner {
  private final Workload workload;
  private final Experiment experiment;
  private final FinishedRuns<RunKey, RunResult> finished;

  /**
   * @param folder where runs that have ended are kept, for a later time
   */
  public ExperimentRunner(Workload workload, Path folder) throws IOException {
    this.workload = workload;
    experiment = workload.experiment();
    finished =
        new FinishedRuns<>(folder.resolve(Fingerprint.of(workload)), new RunFile(experiment));
  }

  /** All results, in the order of the experiment's keys. */
  public List<RunResult> run(int threads, Progress progress) throws InterruptedException {
    return new Runs<>(finished, this::run).all(experiment.keys(), RunKey::seed, threads, progress);
  }

  private RunResult run(RunKey key) {
    long horizonMillis = experiment.days() * Time.DAY_MILLIS;
    Outcome outcome =
        new Market(
                workload.sites(key.schema(), key.seed()),
                experiment.terms(key.policy()),
                key.policy().composer(),
                experiment.latencyMillis())
            .run(workload.bags(key.schema(), key.seed()), horizonMillis);
    return new Measures(experiment.processors(), horizonMillis).of(key, outcome);
  }
}
