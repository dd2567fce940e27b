package tender.measure.market;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import tender.bagfile.InputFile;
import tender.bagfile.RelativePath;
import tender.bagfile.ResultOptions;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.model.BagId;
import tender.core.model.Time;
import tender.measure.report.Distribution;
import tender.measure.report.MeasurementReport;
import tender.measure.testbed.MeasurementMarket;
import tender.measure.testbed.MeasurementTestbed;
import tender.measure.testbed.ThrottlingProxy;
import tender.server.api.view.BagView;

/**
 * Promises of bags whose inputs take longer to fetch than their tasks to run, at providers behind
 * slow links: with the time for data in the agents' offers, and without. All else is the agents'
 * default, so that they learn slack from broken promises in both.
 */
final class DataPromiseMeasurement {
  private static final int PROCESSORS = 4;
  private static final long RUN_MILLIS = 2 * Time.SECOND_MILLIS;
  private static final long BYTES_PER_SECOND = 1_000_000;
  private static final int OUTPUT_BYTES = 500_000;
  private static final int WARM_UP_BYTES = 2_500_000;
  private static final int GAP_MILLIS = 3_000;
  private static final double TARGET_SHARE = 0.95;
  private static final double DIFFERENCE = 0.2;

  private final int bags;
  private final int providers;
  private final int inputBytes;
  private boolean isTargetMet;

  DataPromiseMeasurement(int bags, int providers, int megabytes) {
    this.bags = bags;
    this.providers = providers;
    inputBytes = megabytes * 1_000_000;
  }

  /** The promises with one of the settings. */
  private static final class Figures {
    final Distribution promisedOfReal = new Distribution();
    final Distribution realSeconds = new Distribution();
    int promised;
    int kept;

    double keptShare() {
      return promised == 0 ? 0 : (double) kept / promised;
    }
  }

  MeasurementReport run() throws Exception {
    MeasurementReport report =
        new MeasurementReport(
            "%d bags of %d tasks of %d s with %d MB of inputs, at %d providers with links of 1 MB/s"
                .formatted(
                    bags,
                    PROCESSORS,
                    RUN_MILLIS / Time.SECOND_MILLIS,
                    inputBytes / 1_000_000,
                    providers));
    Figures with = measure(true);
    Figures without = measure(false);
    isTargetMet =
        with.keptShare() >= TARGET_SHARE && without.keptShare() < with.keptShare() - DIFFERENCE;
    add(report, "with transfer time", with);
    add(report, "without", without);
    return report;
  }

  /** Whether enough promises were kept with transfer time, and visibly fewer without. */
  boolean isTargetMet() {
    return isTargetMet;
  }

  private static void add(MeasurementReport report, String setting, Figures figures) {
    report.add(setting + ": promises", figures.promised);
    report.add(setting + ": promises kept", figures.kept);
    report.add(setting + ": share of promises kept", figures.keptShare());
    report.add(setting + ": seconds from submission to end", figures.realSeconds);
    report.add(setting + ": promised time, of the real one", figures.promisedOfReal);
  }

  private Figures measure(boolean includesTransfers) throws Exception {
    List<ThrottlingProxy> links = new ArrayList<>();
    try (MeasurementTestbed bed = MeasurementTestbed.up();
        MeasurementMarket market = MeasurementMarket.start(bed)) {
      for (int i = 0; i < providers; i++) {
        ThrottlingProxy link = new ThrottlingProxy(market.agentPort(), BYTES_PER_SECOND);
        links.add(link);
        // Offers are valid for a short time, so that their margin does not hide the staging.
        market.withProcesses(
            "site" + i,
            PROCESSORS,
            link.port(),
            """
            offer_valid_seconds: 3
            lease_seconds: 3
            link: {transfer_time: %s}
            """
                .formatted(includesTransfers));
      }
      market.ready();
      // Its tasks run at all providers, so that each of them measures its link.
      market.awaitEnd(market.submit(order(market, bed, 0, providers * PROCESSORS, WARM_UP_BYTES)));
      List<BagId> submitted = new ArrayList<>();
      for (int bag = 1; bag <= bags; bag++) {
        WorkOrder order = order(market, bed, bag, PROCESSORS, inputBytes);
        submitted.add(market.submit(order));
        Thread.sleep(GAP_MILLIS);
      }
      Figures figures = new Figures();
      for (BagId bag : submitted) {
        record(market.awaitEnd(bag), figures);
      }
      return figures;
    } finally {
      for (ThrottlingProxy link : links) {
        link.close();
      }
    }
  }

  private static void record(BagView bag, Figures figures) {
    if (bag.promise().isEmpty()) {
      System.err.println("No promise: " + bag);
      return;
    }
    boolean isKept = bag.breach().isEmpty() && bag.done() == PROCESSORS && bag.failedTasks() == 0;
    double realMillis = bag.endedMillis().orElseThrow() - bag.submittedMillis();
    double promisedMillis = bag.promise().get().completionMillis() - bag.submittedMillis();
    figures.promised++;
    figures.kept += isKept ? 1 : 0;
    figures.realSeconds.add(realMillis / Time.SECOND_MILLIS);
    figures.promisedOfReal.add(promisedMillis / realMillis);
    System.err.printf(
        "bag %s: promised after %.1f s, ended after %.1f s%n",
        bag.id(), promisedMillis / Time.SECOND_MILLIS, realMillis / Time.SECOND_MILLIS);
  }

  /** A bag with an input of its own, so that no provider has it already. */
  private static WorkOrder order(
      MeasurementMarket market, MeasurementTestbed bed, int seed, int tasks, int bytes)
      throws IOException {
    byte[] content = new byte[bytes];
    new SplittableRandom(seed).nextBytes(content);
    Path file = Files.write(bed.folder().resolve("input"), content);
    InputFile input = market.upload(new RelativePath("input"), file);
    return new WorkOrder(
            WorkOrder.VERSION,
            "data",
            "sleep %d; head -c %d /dev/urandom > output"
                .formatted(RUN_MILLIS / Time.SECOND_MILLIS - 1, OUTPUT_BYTES),
            new TaskList.Count(tasks),
            Optional.empty(),
            List.of(input),
            List.of("output"),
            1,
            RUN_MILLIS,
            0,
            Optional.empty())
        .withResults(new ResultOptions(OUTPUT_BYTES, Optional.empty()));
  }
}
