package tender.agent.planning;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import tender.agent.batch.BatchSystemException;

/** The one thread on which an agent decides. What stumbles on it is noted, and it goes on. */
final class EventLoop implements AutoCloseable {
  private static final Logger LOG = System.getLogger(EventLoop.class.getName());

  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("tender-agent").factory());

  /** Waits for what is done there. */
  <T> T call(Callable<T> work) {
    try {
      return executor.submit(work).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The agent is being stopped.", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  void submit(Runnable work) {
    executor.execute(() -> runLogged(work));
  }

  void schedule(long delayMillis, Runnable work) {
    Future<?> _ = executor.schedule(() -> runLogged(work), delayMillis, TimeUnit.MILLISECONDS);
  }

  static void runLogged(Runnable work) {
    try {
      work.run();
    } catch (BatchSystemException e) {
      LOG.log(Level.WARNING, "The batch system: {0}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "The agent stumbled and goes on.", e);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
