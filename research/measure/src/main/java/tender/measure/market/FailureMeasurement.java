package tender.measure.market;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.model.BagId;
import tender.core.model.Time;
import tender.measure.report.MeasurementReport;
import tender.measure.testbed.MeasurementMarket;
import tender.measure.testbed.MeasurementTestbed;
import tender.measure.testbed.SlurmClient;
import tender.server.api.view.BagView;
import tender.server.api.view.FailedAttempts;

/**
 * A bag whose tasks all fail and are retried: when its user sees the first failure, when the bag is
 * stopped, and how many jobs it has in the cluster's queue.
 */
final class FailureMeasurement {
  private static final int PROCESSORS = 12;
  private static final String STDERR = "broken";
  private static final long TIMEOUT_MILLIS = 10 * Time.MINUTE_MILLIS;
  private static final int POLL_MILLIS = 100;

  private final int tasks;

  FailureMeasurement(int tasks) {
    this.tasks = tasks;
  }

  MeasurementReport run() throws Exception {
    MeasurementReport report =
        new MeasurementReport(
            tasks + " tasks that always fail, on " + PROCESSORS + " processors, with one retry");
    try (MeasurementTestbed bed = MeasurementTestbed.up(PROCESSORS);
        MeasurementMarket market = MeasurementMarket.start(bed)) {
      market.withAgent(bed.cluster(), "price_per_processor_hour: 1").ready();
      Path starts = Files.createDirectories(bed.folder().resolve("starts"));
      BagId bag = market.submit(order(starts.resolve("first")));
      observe(market, new SlurmClient(bed.cluster().configuration()), bag, starts, report);
    }
    return report;
  }

  /** The first task that runs creates the file; its modification time is when it failed. */
  private WorkOrder order(Path first) {
    return new WorkOrder(
        WorkOrder.VERSION,
        "failing",
        "[ -e %1$s ] || : > %1$s; echo %2$s >&2; exit 3".formatted(first, STDERR),
        new TaskList.Count(tasks),
        Optional.empty(),
        List.of(),
        List.of(),
        1,
        10 * Time.SECOND_MILLIS,
        1,
        Optional.empty());
  }

  private static void observe(
      MeasurementMarket market, SlurmClient slurm, BagId bag, Path starts, MeasurementReport report)
      throws IOException, InterruptedException {
    long endMillis = System.currentTimeMillis() + TIMEOUT_MILLIS;
    long seenMillis = 0;
    int maxJobs = 0;
    BagView view = market.status(bag);
    while (!view.state().isEnded() && System.currentTimeMillis() < endMillis) {
      Thread.sleep(POLL_MILLIS);
      view = market.status(bag);
      if (seenMillis == 0
          && view.failedAttempts().filter(FailureMeasurement::isShown).isPresent()) {
        seenMillis = System.currentTimeMillis();
      }
      maxJobs = Math.max(maxJobs, slurm.queuedJobs());
    }
    long endedMillis = System.currentTimeMillis();
    long failedMillis = Files.getLastModifiedTime(starts.resolve("first")).toMillis();
    report.add("state of the bag", view.state().toString());
    report.add("first failure visible after, s", (seenMillis - failedMillis) / 1e3);
    report.add("bag stopped after, s", (endedMillis - failedMillis) / 1e3);
    report.add("most jobs in the queue", maxJobs);
    report.add("failed attempts", view.failedAttempts().map(FailedAttempts::count).orElse(0));
  }

  private static boolean isShown(FailedAttempts failed) {
    return failed.latest().stream().anyMatch(attempt -> attempt.stderr().contains(STDERR));
  }
}
