package tender.experiments.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tender.core.model.Time;
import tender.experiments.definition.Experiment;
import tender.experiments.definition.RunKey;
import tender.experiments.workload.Workload;
import tender.simulator.market.Market;
import tender.simulator.market.Outcome;

/**
 * Runs an experiment, several runs at a time. A run shares nothing with another and depends on its
 * key alone, so the results, which come in the order of the keys, are the same on any number of
 * threads.
 */
public final class ExperimentRunner {
  private final Workload workload;
  private final Experiment experiment;
  private final FinishedRuns finished;

  /**
   * @param folder where runs that have ended are kept, for a later time
   */
  public ExperimentRunner(Workload workload, Path folder) throws IOException {
    this.workload = workload;
    experiment = workload.experiment();
    finished = new FinishedRuns(folder.resolve(Fingerprint.of(workload)), new RunFile(experiment));
  }

  /** All results, in the order of the experiment's keys. */
  public List<RunResult> run(int threads, Progress progress) throws InterruptedException {
    List<RunKey> missing = new ArrayList<>();
    for (RunKey key : experiment.keys()) {
      if (finished.find(key).isEmpty()) {
        missing.add(key);
      }
    }
    // Seed by seed, so that what is cut short has covered all policies alike.
    missing.sort(Comparator.comparingInt(RunKey::seed));
    int total = experiment.keys().size();
    int kept = total - missing.size();
    progress.at(kept, kept, total);
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      var completion = new ExecutorCompletionService<RunResult>(executor);
      missing.forEach(key -> completion.submit(() -> run(key)));
      try {
        for (int done = kept; done < total; ) {
          finished.add(completion.take().get());
          progress.at(++done, kept, total);
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException("A run failed: " + e.getCause(), e.getCause());
      } finally {
        executor.shutdownNow();
      }
    }
    return experiment.keys().stream().map(finished::find).map(Optional::orElseThrow).toList();
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
