package tender.server.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import tender.testbed.Testbed;
import tender.support.files.SecureDeletion;

/** A real PostgreSQL for tests, started by the testbed, with as many databases as are asked for. */
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

  /** One server for all tests of this process, which is stopped with it. */
  public static PostgresServer shared() {
    return Shared.SERVER;
  }

  /** One of its own, for a test that kills it. */
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
   * Where to find a new database without tables. In truth it is a schema of one database, since
   * PostgreSQL makes a thousand files for a database.
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

  /** Kills it with all its processes, as a crash would. */
  public void kill() {
    run("postgres-kill");
  }

  /** Starts it again after it was killed. */
  public void startAgain() {
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
