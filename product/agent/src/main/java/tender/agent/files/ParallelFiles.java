package tender.agent.files;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import tender.support.files.FileThreads;

/** Handles some files at the same time, so that one is received while another is written. */
final class ParallelFiles {
  /** More do not use a connection better, and each takes a file descriptor and a buffer. */
  private static final int THREADS = 4;

  private ParallelFiles() {}

  /** What is done with each file. */
  @FunctionalInterface
  interface Action<T> {
    void accept(T file) throws IOException;
  }

  /** Returns when all have been handled. The first failure stops the others. */
  static <T> void forEach(Collection<T> files, Action<T> action) throws IOException {
    var waiting = new ConcurrentLinkedQueue<>(files);
    int count = Math.min(THREADS, files.size());
    ExecutorService threads = FileThreads.newExecutor("files");
    try {
      var workers = new ExecutorCompletionService<Boolean>(threads);
      for (int i = 0; i < count; i++) {
        workers.submit(
            () -> {
              for (T file = waiting.poll(); file != null; file = waiting.poll()) {
                action.accept(file);
              }
              return true;
            });
      }
      for (int i = 0; i < count; i++) {
        workers.take().get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("The agent is shutting down.");
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException cause -> throw cause;
        case RuntimeException cause -> throw cause;
        case null, default -> throw new IllegalStateException(e);
      }
    } finally {
      waiting.clear();
      threads.shutdownNow();
      threads.close();
    }
  }
}
