package tender.server.store.bags;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Hears when another replica owes something to agents that hang on this one, on a connection of its
 * own, which it opens again when it is lost. It calls whoever looks when something may be owed:
 * upon a word, and each time that it has connected, since words may have been missed before.
 *
 * <p>A word can be lost with the replica that was to say it, so whoever looks does so every few
 * seconds as well.
 */
public final class OutboxListener implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(OutboxListener.class.getName());

  /** How long to listen before asking whether PostgreSQL is still there. */
  private static final int LISTEN_MILLIS = 5_000;

  private static final int RETRY_MILLIS = 500;

  private final String jdbcUrl;
  private final Properties properties;
  private final String replica;
  private final Runnable look;
  private final Thread thread;
  private volatile boolean isClosed;
  private volatile @Nullable Connection connection;

  /** Looks on a thread of the listener's, one at a time. */
  public OutboxListener(String jdbcUrl, Properties properties, String replica, Runnable look) {
    this.jdbcUrl = jdbcUrl;
    this.properties = properties;
    this.replica = replica;
    this.look = look;
    thread = Thread.ofPlatform().name("tender-owed-listener").daemon().unstarted(this::work);
  }

  public OutboxListener start() {
    thread.start();
    return this;
  }

  private void work() {
    while (!isClosed) {
      try (Connection opened = DriverManager.getConnection(jdbcUrl, properties)) {
        connection = opened;
        listen(opened);
      } catch (SQLException e) {
        if (!isClosed) {
          LOG.log(System.Logger.Level.DEBUG, "Connects again, since PostgreSQL said: {0}", e);
          pause();
        }
      }
    }
  }

  private void listen(Connection opened) throws SQLException {
    PGConnection words = opened.unwrap(PGConnection.class);
    try (Statement statement = opened.createStatement()) {
      statement.execute("listen " + OutboxNotifier.CHANNEL);
      lookNow();
      while (!isClosed) {
        PGNotification[] heard = words.getNotifications(LISTEN_MILLIS);
        if (heard == null || heard.length == 0) {
          statement.execute("select 1");
        } else if (isMeant(heard)) {
          lookNow();
        }
      }
    }
  }

  private boolean isMeant(PGNotification[] heard) {
    for (PGNotification word : heard) {
      if (word.getParameter().equals(replica)) {
        return true;
      }
    }
    return false;
  }

  private void lookNow() {
    try {
      look.run();
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "Could not look for what is owed.", e);
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
        // Wakes the thread, which reads from it.
        open.abort(Runnable::run);
      } catch (SQLException e) {
        LOG.log(System.Logger.Level.DEBUG, "PostgreSQL was gone already.", e);
      }
    }
  }
}
