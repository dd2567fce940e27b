package tender.measure.market;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tender.core.model.BagId;
import tender.core.model.Time;
import tender.measure.report.MeasurementReport;
import tender.measure.testbed.MeasurementMarket;
import tender.measure.testbed.MeasurementTestbed;
import tender.measure.testbed.SlurmClient;
import tender.server.api.view.BagView;
import tender.server.api.view.PromiseView;
import tender.testbed.Testbed;

/**
 * The same small bag several times, at two clusters with different prices and nothing else; and how
 * early a large bag is promised, to the earliest end if it could be divided at will.
 */
final class PriceMeasurement {
  private static final int TASKS = 4;
  private static final int LARGE_BAG_TASKS = 2_000;
  private static final long LARGE_BAG_TASK_MILLIS = 20 * Time.SECOND_MILLIS;
  private static final int PROCESSORS = 20;

  /** Within this time agents have observed that the queue is empty. */
  private static final long OBSERVED_MILLIS = 5 * Time.SECOND_MILLIS;

  private final int rounds;

  PriceMeasurement(int rounds) {
    this.rounds = rounds;
  }

  MeasurementReport run() throws Exception {
    MeasurementReport report =
        new MeasurementReport(
            rounds + " times a bag of " + TASKS + " tasks, at clusters that cost 2 and 1 credits");
    Set<String> prices = new TreeSet<>();
    Map<String, Integer> placements = new TreeMap<>();
    try (MeasurementTestbed bed = MeasurementTestbed.up(8, 12);
        MeasurementMarket market = MeasurementMarket.start(bed)) {
      market
          .withAgent(bed.clusters().get(0), "price_per_processor_hour: 2")
          .withAgent(bed.clusters().get(1), "price_per_processor_hour: 1")
          .ready();
      // First, because providers learn from the bags that they have run.
      report.add("promised end of a large bag to the fluid bound", largeBag(market));
      for (Testbed.SlurmCluster cluster : bed.clusters()) {
        new SlurmClient(cluster.configuration()).awaitEmpty();
      }
      Thread.sleep(OBSERVED_MILLIS);
      for (int round = 0; round < rounds; round++) {
        BagId bag = market.submit("true", TASKS, 10 * Time.SECOND_MILLIS);
        BagView ended = market.awaitEnd(bag);
        PromiseView promise = ended.promise().orElseThrow();
        prices.add(promise.price().toString());
        String providers =
            promise.parts().stream()
                .map(part -> part.provider().value())
                .sorted()
                .collect(Collectors.joining("+"));
        placements.merge(providers, 1, Integer::sum);
      }
    }
    report.add("different prices", prices.size());
    report.add("prices", String.join(", ", prices));
    report.add("different sets of providers", placements.size());
    report.add("sets of providers", placements.toString());
    return report;
  }

  /** The bag is cancelled when it is promised. */
  private static double largeBag(MeasurementMarket market) throws InterruptedException {
    long submittedMillis = System.currentTimeMillis();
    BagId bag = market.submit("true", LARGE_BAG_TASKS, LARGE_BAG_TASK_MILLIS);
    PromiseView promise = market.awaitPromise(bag).promise().orElseThrow();
    market.cancel(bag);
    double boundMillis = (double) LARGE_BAG_TASKS * LARGE_BAG_TASK_MILLIS / PROCESSORS;
    return (promise.completionMillis() - submittedMillis) / boundMillis;
  }
}
