package tender.server.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real PostgreSQL for tests, started by the testbed, with as many databases as are asked for. */
public final class PostgresServer implements AutoCloseable {
  private final Path folder;
  private final JsonNode description;
  private final AtomicInteger databases = new AtomicInteger();

  private PostgresServer() {
    try {
      folder = Files.createTempDirectory("tender-pg-");
      run("up", "--no-slurm", "--no-ca");
      description =
          JsonMapper.shared().readTree(folder.resolve("testbed.json").toFile()).get("postgres");
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
  public Settings newDatabase() {
    String schema = "test_" + databases.incrementAndGet();
    String url = description.get("jdbcUrl").asString();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("create schema " + schema);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return new Settings(url + "&currentSchema=" + schema, 8);
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
    execute(List.of("rm", "-rf", folder.toString()));
  }

  private void run(String command, String... options) {
    List<String> line = new ArrayList<>();
    line.add(testbed().resolve(command).toString());
    line.addAll(List.of("--dir", folder.toString()));
    line.addAll(List.of(options));
    execute(line);
  }

  private void execute(List<String> line) {
    Path log = folder.resolveSibling(folder.getFileName() + ".log");
    try {
      Process process =
          new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(log.toFile()).start();
      if (!process.waitFor(90, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IllegalStateException(line + " failed: " + Files.readString(log));
      }
      Files.delete(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Path testbed() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("testbed/up"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException(
            "No testbed/up in or above "
                + Path.of("").toAbsolutePath()
                + ". Maybe the tests were started outside the checkout.");
      }
    }
    return folder.resolve("testbed");
  }
}
