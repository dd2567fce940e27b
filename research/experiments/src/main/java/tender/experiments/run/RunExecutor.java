package tender.experiments.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Executes runs in parallel. Runs share nothing and depend only on their keys, so the results are
 * the same for any number of threads.
 */
public final class RunExecutor<K, R> {
  private final RunCache<K, R> cache;
  private final Function<K, R> run;

  /**
   * @param cache results that need not be computed again
   */
  public RunExecutor(RunCache<K, R> cache, Function<K, R> run) {
    this.cache = cache;
    this.run = run;
  }

  /**
   * All results, in the order of the keys. Runs are executed seed by seed, so that an interrupted
   * experiment has about the same seeds for every combination.
   */
  public List<R> runAll(List<K> keys, ToIntFunction<K> seed, int threads, ProgressListener progress)
      throws InterruptedException {
    List<K> missing = new ArrayList<>();
    for (K key : keys) {
      if (cache.find(key).isEmpty()) {
        missing.add(key);
      }
    }
    missing.sort(Comparator.comparingInt(seed));
    int total = keys.size();
    int cached = total - missing.size();
    progress.onProgress(cached, cached, total);
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      var completion = new ExecutorCompletionService<R>(executor);
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
