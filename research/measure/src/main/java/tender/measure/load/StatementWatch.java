package tender.measure.load;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Observes how long the statements of servers take, by reading the running ones repeatedly. */
final class StatementWatch implements AutoCloseable {
  private static final int INTERVAL_MILLIS = 20;

  private static final String LONGEST =
      """
      select (extract(epoch from clock_timestamp() - query_start) * 1000)::bigint, query
      from pg_stat_activity
      where application_name = 'tender' and state = 'active' and backend_type = 'client backend'
      order by query_start limit 1
      """;

  private final Thread thread;
  private volatile boolean isClosed;
  private volatile long longestMillis;
  private volatile String longest = "";

  private StatementWatch(String jdbcUrl) {
    thread = Thread.ofPlatform().daemon().start(() -> watch(jdbcUrl));
  }

  static StatementWatch start(String jdbcUrl) {
    return new StatementWatch(jdbcUrl);
  }

  private void watch(String jdbcUrl) {
    try (Connection connection = DriverManager.getConnection(jdbcUrl);
        Statement statement = connection.createStatement()) {
      while (!isClosed) {
        try (ResultSet row = statement.executeQuery(LONGEST)) {
          if (row.next() && row.getLong(1) > longestMillis) {
            longestMillis = row.getLong(1);
            longest = row.getString(2);
          }
        }
        Thread.sleep(INTERVAL_MILLIS);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  long longestMillis() {
    return longestMillis;
  }

  /** The beginning of the longest statement. */
  String longest() {
    String line = longest.strip().replaceAll("\\s+", " ");
    return line.length() > 100 ? line.substring(0, 100) + " …" : line;
  }

  @Override
  public void close() {
    isClosed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
