package tender.measure.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts changes of rows and bytes of the write-ahead log of a PostgreSQL that nothing else uses.
 */
final class WriteCounter {
  /** An idle connection publishes its counts after ten seconds. */
  private static final int STATISTICS_DELAY_MILLIS = 11_000;

  /** Tables that change even without bags. */
  private static final String EXCLUDED = "'replica', 'flyway_schema_history'";

  private final Connection connection;
  private final Map<String, Long> rowsBefore;
  private final String logBefore;

  private WriteCounter(Connection connection) throws SQLException, InterruptedException {
    this.connection = connection;
    rowsBefore = rowChanges();
    logBefore = logPosition();
  }

  /**
   * Starts to count.
   *
   * @param connection of a superuser, to the schema whose tables count
   */
  static WriteCounter start(Connection connection) throws SQLException, InterruptedException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("create extension if not exists pg_walinspect schema pg_catalog");
    }
    return new WriteCounter(connection);
  }

  /**
   * What was written since the start.
   *
   * @param rows changes of rows by table
   * @param logBytes of the write-ahead log
   * @param imageBytes how many of them are copies of whole pages, which PostgreSQL writes at the
   *     first change of a page after a checkpoint: bags that follow each other share them
   */
  record Writes(Map<String, Long> rows, long logBytes, long imageBytes) {
    long rowChanges() {
      return rows.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  Writes writes() throws SQLException, InterruptedException {
    String logAfter = logPosition();
    Map<String, Long> rows = new TreeMap<>();
    rowChanges()
        .forEach(
            (table, changes) -> {
              long added = changes - rowsBefore.getOrDefault(table, 0L);
              if (added > 0) {
                rows.put(table, added);
              }
            });
    try (PreparedStatement statement =
        connection.prepareStatement(
            """
            select pg_wal_lsn_diff(?::pg_lsn, ?::pg_lsn)::bigint, coalesce(sum(fpi_size), 0)::bigint
            from pg_get_wal_stats(?::pg_lsn, ?::pg_lsn)
            """)) {
      statement.setString(1, logAfter);
      statement.setString(2, logBefore);
      statement.setString(3, logBefore);
      statement.setString(4, logAfter);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return new Writes(rows, row.getLong(1), row.getLong(2));
      }
    }
  }

  private Map<String, Long> rowChanges() throws SQLException, InterruptedException {
    Thread.sleep(STATISTICS_DELAY_MILLIS);
    Map<String, Long> changes = new TreeMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select relname, n_tup_ins + n_tup_upd + n_tup_del from pg_stat_user_tables"
                    + " where schemaname = current_schema() and relname not in ("
                    + EXCLUDED
                    + ")")) {
      while (rows.next()) {
        changes.put(rows.getString(1), rows.getLong(2));
      }
    }
    return changes;
  }

  /** How many bytes of the write-ahead log were written since the database was created. */
  static long logBytes(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private String logPosition() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select pg_current_wal_flush_lsn()::text")) {
      rows.next();
      return rows.getString(1);
    }
  }
}
