package tender.agent.planning;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import tender.agent.batch.BatchSystemException;

/**
 * The single thread that makes all decisions of an agent. Failed actions are logged, and the loop
 * continues.
 */
final class EventLoop implements AutoCloseable {
  private static final Logger LOG = System.getLogger(EventLoop.class.getName());

  private static final long CLOSE_SECONDS = 10;

  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("tender-agent").factory());

  /** Runs an action on the loop and waits for its result. */
  <T> T call(Callable<T> action) {
    try {
      return executor.submit(action).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The agent is stopping.", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  void submit(Runnable action) {
    executor.execute(() -> runLogged(action));
  }

  /** Runs an action after a delay, unless the loop is closed before that. */
  void schedule(long delayMillis, Runnable action) {
    try {
      Future<?> _ = executor.schedule(() -> runLogged(action), delayMillis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      if (!executor.isShutdown()) {
        throw e;
      }
    }
  }

  static void runLogged(Runnable action) {
    try {
      action.run();
    } catch (BatchSystemException e) {
      LOG.log(Level.WARNING, "Batch system request failed: cause={0}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "Event loop action failed; the agent continues.", e);
    }
  }

  /** Interrupts the current action and waits for its end: the caller may then use the state. */
  @Override
  public void close() {
    executor.shutdownNow();
    try {
      if (!executor.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.log(Level.WARNING, "The event loop did not stop in time.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
