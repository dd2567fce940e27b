package tender.support.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.http.Status;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http1.Http1ConnectionListener;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Closes connections whose peers send the heads of requests too slowly, and limits the connections
 * of one address until a request with a valid token has been answered on them.
 */
final class ConnectionGuard implements AutoCloseable {
  private static final Duration ROUND = Duration.ofSeconds(1);

  private final ConnectionLimiter limiter = new ConnectionLimiter();
  private final boolean behindProxy;
  private final Set<GuardedConnection> open = ConcurrentHashMap.newKeySet();
  private final Thread thread = Thread.ofVirtual().name("connection-guard").unstarted(this::run);

  /**
   * @param behindProxy whether all connections come from one address, which is then not limited
   */
  ConnectionGuard(boolean behindProxy) {
    this.behindProxy = behindProxy;
  }

  void start() {
    thread.start();
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  boolean opened(GuardedConnection connection) {
    return (behindProxy || limiter.tryAcquire(connection.peer())) && open.add(connection);
  }

  void closed(GuardedConnection connection) {
    limiter.release(connection.peer());
    open.remove(connection);
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(ROUND);
        open.stream().filter(GuardedConnection::isOverdue).forEach(GuardedConnection::abort);
      }
    } catch (InterruptedException e) {
      // The server is shutting down.
    }
  }

  /** Adds this guard to the connections that a selector accepts. */
  ServerConnectionSelector guarding(ServerConnectionSelector delegate) {
    return new ServerConnectionSelector() {
      @Override
      public int bytesToIdentifyConnection() {
        return delegate.bytesToIdentifyConnection();
      }

      @Override
      public Support supports(BufferData data) {
        return delegate.supports(data);
      }

      @Override
      public Set<String> supportedApplicationProtocols() {
        return delegate.supportedApplicationProtocols();
      }

      @Override
      public ServerConnection connection(ConnectionContext context) {
        return new GuardedConnection(ConnectionGuard.this, context, delegate.connection(context));
      }
    };
  }

  /** Observes what connections receive. */
  Http1ConnectionListener receiveListener() {
    return new Http1ConnectionListener() {
      @Override
      public void prologue(ConnectionContext context, HttpPrologue prologue) {
        GuardedConnection.current().ifPresent(GuardedConnection::prologue);
      }

      @Override
      public void headers(ConnectionContext context, Headers headers) {
        boolean hasToken = headers.contains(HeaderNames.AUTHORIZATION);
        GuardedConnection.current().ifPresent(connection -> connection.headers(hasToken));
      }
    };
  }

  /** Observes what connections send. */
  Http1ConnectionListener sendListener() {
    return new Http1ConnectionListener() {
      @Override
      public void status(ConnectionContext context, Status status) {
        GuardedConnection.current()
            .filter(connection -> connection.isAuthenticatedBy(status.code()))
            .ifPresent(connection -> limiter.release(connection.peer()));
      }
    };
  }

  /** Observes the end of requests. */
  static void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
    try {
      chain.proceed();
    } finally {
      GuardedConnection.current().ifPresent(GuardedConnection::answered);
    }
  }
}
