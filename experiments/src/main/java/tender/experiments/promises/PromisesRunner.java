package tender.experiments.promises;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tender.core.compose.Composers;
import tender.core.model.Time;
import tender.experiments.run.Fingerprint;
import tender.experiments.run.Progress;
import tender.simulator.market.ExternalBag;
import tender.simulator.market.Market;
import tender.simulator.market.Outcome;

/**
 * Runs the experiment, several runs at a time. A run depends on its key alone, so the results are
 * the same on any number of threads; those that have ended are kept, one small file each, under a
 * checksum of all that they depend on.
 */
public final class PromisesRunner {
  private static final long LATENCY_MILLIS = Time.SECOND_MILLIS / 10;

  private final PromisesWorkload workload;
  private final PromisesExperiment experiment;
  private final Path folder;

  /**
   * @param folder where runs that have ended are kept, for a later time
   */
  public PromisesRunner(PromisesWorkload workload, Path folder) throws IOException {
    this.workload = workload;
    experiment = workload.experiment();
    this.folder =
        Files.createDirectories(
            folder.resolve(Fingerprint.of(experiment.withSeeds(1).toString(), workload.traces())));
  }

  /** All results, in the order of the experiment's keys. */
  public List<PromiseResult> run(int threads, Progress progress) throws InterruptedException {
    List<PromisesExperiment.Key> missing = new ArrayList<>();
    for (PromisesExperiment.Key key : experiment.keys()) {
      if (find(key).isEmpty()) {
        missing.add(key);
      }
    }
    missing.sort(Comparator.comparingInt(PromisesExperiment.Key::seed));
    int total = experiment.keys().size();
    int kept = total - missing.size();
    progress.at(kept, kept, total);
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      var completion = new ExecutorCompletionService<PromiseResult>(executor);
      missing.forEach(key -> completion.submit(() -> run(key)));
      try {
        for (int done = kept; done < total; ) {
          keep(completion.take().get());
          progress.at(++done, kept, total);
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException("A run failed: " + e.getCause(), e.getCause());
      } finally {
        executor.shutdownNow();
      }
    }
    return experiment.keys().stream().map(this::find).map(Optional::orElseThrow).toList();
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

  private Optional<PromiseResult> find(PromisesExperiment.Key key) {
    try {
      return PromiseResult.read(key, Files.readString(path(key)).strip());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Moved into place when it is whole, for the process may be killed while it writes. */
  private void keep(PromiseResult result) {
    try {
      Path unfinished = folder.resolve(result.key() + ".unfinished");
      Files.writeString(unfinished, result.line() + "\n");
      Files.move(unfinished, path(result.key()), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("Keeping a run in " + folder + " failed: " + e, e);
    }
  }

  private Path path(PromisesExperiment.Key key) {
    return folder.resolve(key + ".csv");
  }
}
