package tender.measure.market;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.model.Time;
import tender.server.api.view.BagView;

/** Whether an output above the limit, and a pattern without a file, are counted and kept. */
final class OutputMeasurement {
  private static final int TASKS = 2;
  private static final long BYTES = 40_000_000;
  private static final long KEEP_TIMEOUT_MILLIS = 2 * Time.MINUTE_MILLIS;
  private static final int POLL_MILLIS = 200;

  MeasurementReport run() throws Exception {
    MeasurementReport report =
        new MeasurementReport(
            TASKS + " tasks with an output of " + BYTES + " bytes and one that is missing");
    try (MeasurementTestbed bed = MeasurementTestbed.up(TASKS);
        MeasurementMarket market = MeasurementMarket.start(bed)) {
      market.withAgent(bed.cluster(), "price_per_processor_hour: 1").ready();
      BagView ended = market.awaitEnd(market.submit(order()));
      report.add("tasks", TASKS);
      report.add("tasks with missing output", ended.missingOutput().size());
      report.add("failed tasks", ended.failedTasks());
      report.add("files kept at the site", keptFiles(bed.folder()));
    }
    return report;
  }

  private static WorkOrder order() {
    return new WorkOrder(
        WorkOrder.VERSION,
        "large",
        "head -c " + BYTES + " /dev/zero > big.dat",
        new TaskList.Count(TASKS),
        Optional.empty(),
        List.of(),
        List.of("big.dat", "*.csv"),
        1,
        10 * Time.SECOND_MILLIS,
        0,
        Optional.empty());
  }

  /** Waits until the part's folder is deleted, which moves the files to where they are kept. */
  private static long keptFiles(Path folder) throws IOException, InterruptedException {
    long endMillis = System.currentTimeMillis() + KEEP_TIMEOUT_MILLIS;
    long kept = countKept(folder);
    while (kept < TASKS && System.currentTimeMillis() < endMillis) {
      Thread.sleep(POLL_MILLIS);
      kept = countKept(folder);
    }
    return kept;
  }

  private static long countKept(Path folder) throws IOException {
    try (Stream<Path> files =
        Files.find(folder, 20, (_, attributes) -> attributes.isRegularFile())) {
      return files
          .filter(file -> file.endsWith("big.dat") && file.toString().contains("/kept/"))
          .count();
    }
  }
}
