package tender.experiments.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * Executes runs in parallel. Runs share nothing and depend only on their keys, so the results are
 * the same for any number of threads.
 */
public final class RunExecutor<K extends RunKey> {
  private final RunCache<K> cache;
  private final Function<K, MeasuredRun<K>> run;

  /**
   * @param folder for the cached results of finished runs, which need not be computed again
   * @param description of the whole experiment, except its number of seeds
   */
  public RunExecutor(
      Path folder,
      String description,
      List<TraceFolder.Trace> traces,
      MeasuredRunCsv<K> format,
      Function<K, MeasuredRun<K>> run)
      throws IOException {
    cache = new RunCache<>(folder.resolve(Fingerprint.of(description, traces)), format);
    this.run = run;
  }

  /**
   * All results, in the order of the keys. Runs are executed seed by seed, so that an interrupted
   * experiment has about the same seeds for every combination.
   */
  public List<MeasuredRun<K>> runAll(List<K> keys, int threads, ProgressListener progress)
      throws InterruptedException {
    List<K> missing =
        keys.stream()
            .filter(key -> cache.find(key).isEmpty())
            .sorted(Comparator.comparingInt(RunKey::seed))
            .toList();
    int total = keys.size();
    int cached = total - missing.size();
    progress.onProgress(cached, cached, total);
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      var completion = new ExecutorCompletionService<MeasuredRun<K>>(executor);
      missing.forEach(key -> completion.submit(() -> run.apply(key)));
      try {
        for (int done = cached; done < total; ) {
          cache.add(completion.take().get());
          progress.onProgress(++done, cached, total);
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException("Run failed: " + e.getCause(), e.getCause());
      } finally {
        executor.shutdownNow();
      }
    }
    return keys.stream().map(cache::find).map(Optional::orElseThrow).toList();
  }
}
