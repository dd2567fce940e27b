package tender.measure.market;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.model.BagId;
import tender.core.model.Time;
import tender.measure.report.MeasurementReport;
import tender.measure.testbed.MeasurementMarket;
import tender.measure.testbed.MeasurementTestbed;
import tender.server.api.view.BagView;

/**
 * Whether an output above the limit, and a pattern without a file, are counted, and whether the
 * user can fetch the output from the site where it is kept.
 */
final class OutputMeasurement {
  private static final int TASKS = 2;
  private static final String FILE = "big.dat";
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
      BagId bag = market.submit(order());
      BagView ended = market.awaitEnd(bag);
      report.add("tasks", TASKS);
      report.add("tasks with missing output", ended.missingOutput().size());
      report.add("failed tasks", ended.failedTasks());
      report.add("files kept at the site", keptFiles(bed.folder()));
      long startNanos = System.nanoTime();
      CountingOutputStream content = new CountingOutputStream();
      market.writeKeptOutput(bag, 0, FILE, content);
      report.add("bytes of a kept file fetched", content.bytes);
      report.add("seconds to fetch it", (System.nanoTime() - startNanos) / 1e9);
    }
    return report;
  }

  /** Counts what is written, and discards it. */
  private static final class CountingOutputStream extends OutputStream {
    long bytes;

    @Override
    public void write(int single) {
      bytes++;
    }

    @Override
    public void write(byte[] content, int offset, int length) {
      bytes += length;
    }
  }

  private static WorkOrder order() {
    return new WorkOrder(
        WorkOrder.VERSION,
        "large",
        "head -c " + BYTES + " /dev/zero > " + FILE,
        new TaskList.Count(TASKS),
        Optional.empty(),
        List.of(),
        List.of(FILE, "*.csv"),
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

  /** Reads only the folders of kept files: those of bags are being deleted. */
  private static long countKept(Path folder) throws IOException {
    long count = 0;
    try (DirectoryStream<Path> clusters = Files.newDirectoryStream(folder)) {
      for (Path cluster : clusters) {
        Path kept = cluster.resolve("work/kept");
        if (Files.isDirectory(kept)) {
          try (Stream<Path> files = Files.walk(kept)) {
            count += files.filter(file -> file.endsWith(FILE)).count();
          }
        }
      }
    }
    return count;
  }
}
