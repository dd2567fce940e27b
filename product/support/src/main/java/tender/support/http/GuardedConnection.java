package tender.support.http;

import io.helidon.common.concurrency.limits.Limit;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.spi.ServerConnection;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A connection whose request heads must arrive in time. */
final class GuardedConnection implements ServerConnection {
  /**
   * From the connect to the first complete head, and from a request line to the end of its head.
   */
  static final Duration MAX_HEAD_TIME = Duration.ofSeconds(10);

  /** From the end of a response to the next complete head. */
  static final Duration MAX_IDLE_TIME = Duration.ofMinutes(1);

  private static final int UNAUTHORIZED = 401;

  /** The connection that the current thread handles; each connection has its own thread. */
  private static final ThreadLocal<@Nullable GuardedConnection> CURRENT = new ThreadLocal<>();

  /** What the server waits for. */
  private enum Phase {
    /** The rest of a request's head, or the first request. */
    HEAD,
    /** The end of a request. */
    REQUEST,
    /** The next request. */
    IDLE
  }

  private final ConnectionGuard guard;
  private final ConnectionContext context;
  private final ServerConnection delegate;
  private final InetSocketAddress peer;
  private volatile Phase phase = Phase.HEAD;
  private volatile long phaseNanos = System.nanoTime();
  private volatile boolean hasToken;

  GuardedConnection(ConnectionGuard guard, ConnectionContext context, ServerConnection delegate) {
    this.guard = guard;
    this.context = context;
    this.delegate = delegate;
    peer = (InetSocketAddress) context.remotePeer().address();
  }

  InetSocketAddress peer() {
    return peer;
  }

  /** The connection of the current thread. */
  static Optional<GuardedConnection> current() {
    return Optional.ofNullable(CURRENT.get());
  }

  /** A request line was read. */
  void prologue() {
    begin(Phase.HEAD);
  }

  /** The head of a request is complete. */
  void headers(boolean hasToken) {
    begin(Phase.REQUEST);
    this.hasToken = hasToken;
  }

  /** A request has been answered. */
  void answered() {
    begin(Phase.IDLE);
  }

  private void begin(Phase next) {
    phaseNanos = System.nanoTime();
    phase = next;
  }

  /** A response is sent; returns whether it shows that the request had a valid token. */
  boolean isAuthenticatedBy(int status) {
    return hasToken && status != UNAUTHORIZED;
  }

  /** Whether the peer sends the next head too slowly, or not at all. */
  boolean isOverdue() {
    long nanos = System.nanoTime() - phaseNanos;
    return switch (phase) {
      case HEAD -> nanos > MAX_HEAD_TIME.toNanos();
      case REQUEST -> false;
      case IDLE -> nanos > MAX_IDLE_TIME.toNanos();
    };
  }

  /** Ends the connection, also while its thread waits for the peer. */
  void abort() {
    try {
      context.serverSocket().close();
    } catch (UncheckedIOException e) {
      // It is closed already.
    }
  }

  @Override
  public void handle(Limit limit) throws InterruptedException {
    if (!guard.opened(this)) {
      throw new CloseConnectionException("Too many connections of this address.");
    }
    CURRENT.set(this);
    try {
      delegate.handle(limit);
    } finally {
      CURRENT.remove();
      guard.closed(this);
    }
  }

  @Override
  public Duration idleTime() {
    return delegate.idleTime();
  }

  @Override
  public void close(boolean interrupt) {
    delegate.close(interrupt);
  }
}
