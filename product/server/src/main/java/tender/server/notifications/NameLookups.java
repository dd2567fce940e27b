package tender.server.notifications;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Resolves names on a few threads of their own, and in bounded time. A lookup blocks the thread of
 * the operating system. On a virtual thread this would stop all other requests of the server, and
 * users choose the names: a name server may take as long as it wants.
 */
final class NameLookups implements NetworkPolicy.HostResolver {
  private static final int MAX_LOOKUPS = 32;
  private static final long IDLE_SECONDS = 10;

  private final NetworkPolicy.HostResolver system;
  private final Duration timeout;
  private final ExecutorService threads =
      new ThreadPoolExecutor(
          0,
          MAX_LOOKUPS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          Thread.ofPlatform().name("tender-name-lookup-", 0).daemon().factory());

  /**
   * @param system may block
   * @param timeout after which a lookup is given up
   */
  NameLookups(NetworkPolicy.HostResolver system, Duration timeout) {
    this.system = system;
    this.timeout = timeout;
  }

  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    try {
      Future<InetAddress[]> lookup = threads.submit(() -> system.resolve(host));
      try {
        return lookup.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      } finally {
        lookup.cancel(true);
      }
    } catch (ExecutionException | RejectedExecutionException | TimeoutException e) {
      throw unknown(host, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unknown(host, e);
    }
  }

  private static UnknownHostException unknown(String host, Throwable cause) {
    UnknownHostException exception = new UnknownHostException(host);
    exception.initCause(cause);
    return exception;
  }
}
