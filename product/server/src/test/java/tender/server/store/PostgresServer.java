package tender.server.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import tender.support.files.SecureDeletion;
import tender.testbed.Testbed;

/** A real PostgreSQL for tests, started by the testbed, with any number of databases. */
public final class PostgresServer implements AutoCloseable {
  private final Testbed testbed;
  private final String jdbcUrl;
  private final AtomicInteger databases = new AtomicInteger();

  private PostgresServer() {
    try {
      testbed = new Testbed(Testbed.newFolder("tender-pg-"));
      run("up", "--no-slurm", "--no-ca");
      jdbcUrl = testbed.jdbcUrl();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One server for all tests of this process; it stops with the process. */
  public static PostgresServer shared() {
    return Shared.SERVER;
  }

  /** A separate server, for a test that kills it. */
  public static PostgresServer start() {
    return new PostgresServer();
  }

  private static final class Shared {
    private static final PostgresServer SERVER = new PostgresServer();

    static {
      Runtime.getRuntime().addShutdownHook(new Thread(SERVER::close));
    }
  }

  /**
   * Creates an empty database. It is a schema of one database, because PostgreSQL creates a
   * thousand files for each database.
   */
  public DatabaseSettings newDatabase() {
    String schema = "test_" + databases.incrementAndGet();
    try (Connection connection = DriverManager.getConnection(jdbcUrl);
        Statement statement = connection.createStatement()) {
      statement.execute("create schema " + schema);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return new DatabaseSettings(jdbcUrl + "&currentSchema=" + schema, 8);
  }

  /** Kills all its processes, as in a crash. */
  public void kill() {
    run("postgres-kill");
  }

  /** Restarts it after it was killed. */
  public void restart() {
    run("postgres-start");
  }

  @Override
  public void close() {
    run("down");
    try {
      SecureDeletion.deleteTree(testbed.folder());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void run(String script, String... options) {
    try {
      testbed.run(script, options);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
