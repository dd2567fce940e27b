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
 * Several runs at a time. A run shares nothing with another and depends on its key alone, so the
 * results, which come in the order of the keys, are the same on any number of threads.
 */
public final class RunExecutor<K, R> {
  private final RunCache<K, R> finished;
  private final Function<K, R> run;

  /**
   * @param finished what need not be run again
   */
  public RunExecutor(RunCache<K, R> finished, Function<K, R> run) {
    this.finished = finished;
    this.run = run;
  }

  /** All results, in the order of the keys; seed by seed, so that what is cut short is fair. */
  public List<R> runAll(List<K> keys, ToIntFunction<K> seed, int threads, ProgressListener progress)
      throws InterruptedException {
    List<K> missing = new ArrayList<>();
    for (K key : keys) {
      if (finished.find(key).isEmpty()) {
        missing.add(key);
      }
    }
    missing.sort(Comparator.comparingInt(seed));
    int total = keys.size();
    int kept = total - missing.size();
    progress.onProgress(kept, kept, total);
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      var completion = new ExecutorCompletionService<R>(executor);
      missing.forEach(key -> completion.submit(() -> run.apply(key)));
      try {
        for (int done = kept; done < total; ) {
          finished.add(completion.take().get());
          progress.onProgress(++done, kept, total);
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException("A run failed: " + e.getCause(), e.getCause());
      } finally {
        executor.shutdownNow();
      }
    }
    return keys.stream().map(finished::find).map(Optional::orElseThrow).toList();
  }
}
