package tender.measure.market;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tender.core.model.BagId;

/**
 * What a bag of slow tasks costs the database from its submission to its end: changes of rows by
 * table, and bytes of the write-ahead log.
 */
final class WritesMeasurement {
  /** PostgreSQL publishes its counts with a delay of a second or so. */
  private static final int STATISTICS_DELAY_MILLIS = 3_000;

  /** Tables that change even without bags. */
  private static final String EXCLUDED = "'replica', 'flyway_schema_history'";

  private final int tasks;
  private final int seconds;

  /**
   * @param seconds of the shortest task; the longest takes seven more
   */
  WritesMeasurement(int tasks, int seconds) {
    this.tasks = tasks;
    this.seconds = seconds;
  }

  MeasurementReport run() throws Exception {
    MeasurementReport report =
        new MeasurementReport(
            "writes for %d tasks of %d to %d s".formatted(tasks, seconds, seconds + 7));
    try (MeasurementTestbed bed = MeasurementTestbed.up(tasks);
        MeasurementMarket market = MeasurementMarket.start(bed);
        Connection connection = DriverManager.getConnection(bed.jdbcUrl())) {
      market.withAgent(bed.cluster(), "").ready();
      Map<String, Long> before = rowChanges(connection);
      long walBefore = walBytes(connection);
      BagId bag =
          market.submit(
              "sleep $((%d + TENDER_TASK_ID %% 8))".formatted(seconds),
              tasks,
              1_000L * (seconds + 20));
      int done = market.awaitEnd(bag).done();
      long wal = walBytes(connection) - walBefore;
      Map<String, Long> after = rowChanges(connection);
      long sum = 0;
      for (Map.Entry<String, Long> entry : after.entrySet()) {
        long changes = entry.getValue() - before.getOrDefault(entry.getKey(), 0L);
        if (changes > 0) {
          report.add("rows changed in " + entry.getKey(), changes);
          sum += changes;
        }
      }
      report.add("tasks done", done);
      report.add("rows changed", sum);
      report.add("rows changed per task", String.format(Locale.ROOT, "%.2f", (double) sum / tasks));
      report.add("write-ahead log, KB", wal / 1_000);
    }
    return report;
  }

  private static Map<String, Long> rowChanges(Connection connection)
      throws SQLException, InterruptedException {
    Thread.sleep(STATISTICS_DELAY_MILLIS);
    Map<String, Long> changes = new TreeMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select relname, n_tup_ins + n_tup_upd + n_tup_del from pg_stat_user_tables"
                    + " where relname not in ("
                    + EXCLUDED
                    + ")")) {
      while (rows.next()) {
        changes.put(rows.getString(1), rows.getLong(2));
      }
    }
    return changes;
  }

  private static long walBytes(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint")) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
