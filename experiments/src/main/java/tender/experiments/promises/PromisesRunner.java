package tender.experiments.promises;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tender.core.compose.Composers;
import tender.core.model.Time;
import tender.experiments.run.Fingerprint;
import tender.experiments.run.FinishedRuns;
import tender.experiments.run.Progress;
import tender.experiments.run.RunLines;
import tender.experiments.run.Runs;
import tender.simulator.market.ExternalBag;
import tender.simulator.market.Market;
import tender.simulator.market.Outcome;

/** Runs the experiment on promises. */
public final class PromisesRunner {
  private static final long LATENCY_MILLIS = Time.SECOND_MILLIS / 10;

  private final PromisesWorkload workload;
  private final PromisesExperiment experiment;
  private final FinishedRuns<PromisesExperiment.Key, PromiseResult> finished;

  /**
   * @param folder where runs that have ended are kept, for a later time
   */
  public PromisesRunner(PromisesWorkload workload, Path folder) throws IOException {
    this.workload = workload;
    experiment = workload.experiment();
    String fingerprint = Fingerprint.of(experiment.withSeeds(1).toString(), workload.traces());
    finished = new FinishedRuns<>(folder.resolve(fingerprint), new Lines());
  }

  /** All results, in the order of the experiment's keys. */
  public List<PromiseResult> run(int threads, Progress progress) throws InterruptedException {
    return new Runs<>(finished, this::run)
        .all(experiment.keys(), PromisesExperiment.Key::seed, threads, progress);
  }

  private PromiseResult run(PromisesExperiment.Key key) {
    List<ExternalBag> bags = workload.bags(key);
    Outcome outcome =
        new Market(
                workload.sites(key),
                key.kind().terms(),
                Objects.requireNonNull(Composers.all().get(key.policy())),
                LATENCY_MILLIS)
            .run(bags, experiment.horizonMillis());
    return new PromiseMeasures(experiment, key.market()).of(key, bags, outcome);
  }

  /** How runs are kept. */
  private static final class Lines implements RunLines<PromisesExperiment.Key, PromiseResult> {
    @Override
    public String heading() {
      return PromiseResult.header();
    }

    @Override
    public String line(PromiseResult result) {
      return result.line();
    }

    @Override
    public PromisesExperiment.Key key(PromiseResult result) {
      return result.key();
    }

    @Override
    public Optional<PromiseResult> read(PromisesExperiment.Key key, String line) {
      return PromiseResult.read(key, line);
    }
  }
}
