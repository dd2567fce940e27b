package tender.server.store.bags;

import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Listens for notifications that another replica has written messages for agents connected to this
 * replica. It uses its own connection and reopens it when it is lost. The callback runs on each
 * notification and after each connect, because notifications may have been missed before.
 *
 * <p>A notification is lost if the replica that should send it dies, so the outbox is also polled
 * every few seconds.
 */
public final class OutboxListener implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(OutboxListener.class.getName());

  /** How long to listen before checking that PostgreSQL is still there. */
  private static final int LISTEN_MILLIS = 5_000;

  private static final int RETRY_MILLIS = 500;

  private final String jdbcUrl;
  private final Properties properties;
  private final String replica;
  private final Runnable callback;
  private final Thread thread;
  private volatile boolean isClosed;
  private volatile @Nullable Connection connection;

  /** The callback runs on the listener's thread. */
  public OutboxListener(String jdbcUrl, Properties properties, String replica, Runnable callback) {
    this.jdbcUrl = jdbcUrl;
    this.properties = properties;
    this.replica = replica;
    this.callback = callback;
    thread = Thread.ofPlatform().name("tender-outbox-listener").daemon().unstarted(this::run);
  }

  public OutboxListener start() {
    thread.start();
    return this;
  }

  private void run() {
    while (!isClosed) {
      try (Connection opened = DriverManager.getConnection(jdbcUrl, properties)) {
        connection = opened;
        listen(opened);
      } catch (SQLException e) {
        if (!isClosed) {
          LOG.log(
              Level.DEBUG, "Outbox listener lost its connection; reconnecting: {0}", e.toString());
          pause();
        }
      }
    }
  }

  private void listen(Connection opened) throws SQLException {
    PGConnection notifications = opened.unwrap(PGConnection.class);
    try (Statement statement = opened.createStatement()) {
      statement.execute("listen " + OutboxNotifier.CHANNEL);
      runCallback();
      while (!isClosed) {
        PGNotification[] received = notifications.getNotifications(LISTEN_MILLIS);
        if (received == null || received.length == 0) {
          statement.execute("select 1");
        } else if (isForThisReplica(received)) {
          runCallback();
        }
      }
    }
  }

  private boolean isForThisReplica(PGNotification[] received) {
    for (PGNotification notification : received) {
      if (notification.getParameter().equals(replica)) {
        return true;
      }
    }
    return false;
  }

  private void runCallback() {
    try {
      callback.run();
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING, "Outbox poll after a notification failed; the next poll will retry.", e);
    }
  }

  private void pause() {
    try {
      Thread.sleep(RETRY_MILLIS);
    } catch (InterruptedException e) {
      isClosed = true;
    }
  }

  @Override
  public void close() {
    isClosed = true;
    thread.interrupt();
    Connection open = connection;
    if (open != null) {
      try {
        // Interrupts the thread's blocking read.
        open.abort(Runnable::run);
      } catch (SQLException e) {
        LOG.log(Level.DEBUG, "Connection was already closed.", e);
      }
    }
  }
}
