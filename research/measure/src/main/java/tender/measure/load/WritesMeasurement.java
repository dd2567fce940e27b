package tender.measure.load;

import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Locale;
import tender.core.model.BagId;
import tender.measure.report.MeasurementReport;
import tender.measure.testbed.MeasurementMarket;
import tender.measure.testbed.MeasurementTestbed;

/**
 * What bags of slow tasks cost the database from their submission to their end: changes of rows by
 * table, and bytes of the write-ahead log.
 */
public final class WritesMeasurement {
  /** The most changes of rows for a bag of 32 tasks of 10 s or more. */
  private static final int MAX_ROWS = 16;

  private static final double MAX_ROWS_PER_TASK = 0.5;

  /** The most bytes of the log for a bag that calls 20 of 1,000 providers, without page images. */
  private static final int MAX_LOG_KB = 150;

  private final int tasks;
  private final int seconds;
  private final int largerTasks;

  /**
   * @param seconds of the shortest task; the longest takes seven more
   * @param largerTasks of a second bag, which has to wait for processors; 0 for none
   */
  public WritesMeasurement(int tasks, int seconds, int largerTasks) {
    this.tasks = tasks;
    this.seconds = seconds;
    this.largerTasks = largerTasks;
  }

  public MeasurementReport run() throws Exception {
    MeasurementReport report =
        new MeasurementReport(
            "writes for %d tasks of %d to %d s".formatted(tasks, seconds, seconds + 7));
    try (MeasurementTestbed bed = MeasurementTestbed.up(tasks);
        MeasurementMarket market = MeasurementMarket.start(bed);
        Connection connection = DriverManager.getConnection(bed.jdbcUrl())) {
      market.withAgent(bed.cluster(), "").ready();
      WriteCounter.Writes writes = measure(market, connection, tasks, report);
      writes.rows().forEach((table, changes) -> report.add("rows changed in " + table, changes));
      report.add("rows changed", "%d; bar: %d".formatted(writes.rowChanges(), MAX_ROWS));
      addLog(report, "write-ahead log", writes);
      if (largerTasks > 0) {
        WriteCounter.Writes larger = measure(market, connection, largerTasks, report);
        String name = " for %d tasks".formatted(largerTasks);
        report.add("rows changed" + name, larger.rows().toString());
        report.add(
            "rows changed per task" + name,
            String.format(
                Locale.ROOT,
                "%.2f; bar: %.2f",
                (double) larger.rowChanges() / largerTasks,
                MAX_ROWS_PER_TASK));
        addLog(report, "write-ahead log" + name, larger);
      }
    }
    WriteCounter.Writes called = CalledBag.measure();
    report.add("rows changed, 20 of 1,000 providers called", called.rows().toString());
    report.add("bar for its log without page images, KB", MAX_LOG_KB);
    addLog(report, "write-ahead log, 20 of 1,000 providers called", called);
    return report;
  }

  private WriteCounter.Writes measure(
      MeasurementMarket market, Connection connection, int tasks, MeasurementReport report)
      throws Exception {
    WriteCounter counter = WriteCounter.start(connection);
    BagId bag =
        market.submit(
            "sleep $((%d + TENDER_TASK_ID %% 8))".formatted(seconds),
            tasks,
            1_000L * (seconds + 20));
    report.add("tasks done of " + tasks, market.awaitEnd(bag).done());
    return counter.writes();
  }

  private static void addLog(MeasurementReport report, String name, WriteCounter.Writes writes) {
    report.add(
        name + ", KB",
        "%d, of which %d are page images"
            .formatted(writes.logBytes() / 1_000, writes.imageBytes() / 1_000));
  }
}
