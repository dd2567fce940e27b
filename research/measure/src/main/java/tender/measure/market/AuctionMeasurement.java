package tender.measure.market;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.measure.report.MeasurementReport;
import tender.measure.testbed.MeasurementMarket;
import tender.measure.testbed.MeasurementTestbed;
import tender.server.api.view.BagView;
import tender.server.model.Requirements;
import tender.testbed.Testbed;

/**
 * The same bags bid in the auction of a live market, once for each clearing policy. As in the paper
 * of Garg et al. each site has three queues in the ratio 1 : 2 : 3; a queue is a partition of its
 * Slurm cluster, with an agent of its own. More work arrives than the queues can do.
 */
final class AuctionMeasurement {
  private static final Integer[] SITES = {12, 12};
  private static final String QUEUES = "1,2,3";
  private static final int ARRIVAL_SECONDS = 120;

  /** From a match to the start of its tasks, and from their end to the accepted results. */
  private static final int OVERHEAD_SECONDS = 10;

  /** A task may run that much longer than its command. */
  private static final int MARGIN_SECONDS = 3;

  private static final int POLL_MILLIS = 20;

  private final List<String> policies;
  private final int count;

  AuctionMeasurement(List<String> policies, int count) {
    this.policies = policies;
    this.count = count;
  }

  /** A bag to submit. */
  private record Bid(
      long atMillis, int tasks, int width, int runSeconds, int deadlineSeconds, int value) {}

  MeasurementReport run() throws Exception {
    MeasurementReport report =
        new MeasurementReport(
            count + " bags in the auction, at two sites of 12 processors in three queues each");
    List<Bid> bids = draw(count);
    report.add("tasks", bids.stream().mapToInt(Bid::tasks).sum());
    report.add("bags of more than one task", bids.stream().filter(bid -> bid.tasks() > 1).count());
    long work =
        bids.stream().mapToLong(bid -> (long) bid.tasks() * bid.width() * bid.runSeconds()).sum();
    report.add(
        "work to capacity while bags arrive", decimal((double) work / (ARRIVAL_SECONDS * 24L)));
    List<Integer> inTime = new ArrayList<>();
    for (String policy : policies) {
      inTime.add(play(policy, bids, report));
    }
    for (int policy = 1; policy < policies.size(); policy++) {
      report.add(
          "in time, " + policies.get(policy) + " to " + policies.getFirst(),
          decimal((double) inTime.get(policy) / Math.max(1, inTime.getFirst())));
    }
    return report;
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  /** The deadlines follow the paper: from one to three run times after the submission. */
  private static List<Bid> draw(int count) {
    Random random = new Random(1);
    List<Bid> bids = new ArrayList<>();
    for (int bag = 0; bag < count; bag++) {
      int runSeconds = 4 + random.nextInt(9);
      int tasks = random.nextInt(3) == 0 ? 2 + random.nextInt(5) : 1;
      int width = 1 + random.nextInt(2);
      int limitSeconds = runSeconds + MARGIN_SECONDS;
      int deadlineSeconds = OVERHEAD_SECONDS + limitSeconds + random.nextInt(2 * limitSeconds + 1);
      long atMillis = (long) bag * ARRIVAL_SECONDS * Time.SECOND_MILLIS / count;
      int value = 90 + random.nextInt(71);
      bids.add(new Bid(atMillis, tasks, width, runSeconds, deadlineSeconds, value));
    }
    return bids;
  }

  /** Submits the bags under a policy and returns how many were done by their deadlines. */
  private static int play(String policy, List<Bid> bids, MeasurementReport report)
      throws Exception {
    String server =
        "auction_policy: %s\nauction_cycle_seconds: 2\nreply_timeout_seconds: 5".formatted(policy);
    try (MeasurementTestbed bed = MeasurementTestbed.upWithQueues(QUEUES, SITES);
        MeasurementMarket market = MeasurementMarket.start(bed, server)) {
      for (Testbed.SlurmCluster queue : bed.clusters()) {
        market.withAgent(
            queue,
            """
            offer_valid_seconds: 2
            lease_seconds: 3
            auction: {publish_interval_seconds: 1, lookahead_seconds: 600}
            """);
      }
      market.ready();
      List<BagId> bags = submit(market, bids);
      int inTime = 0;
      int late = 0;
      int unmatched = 0;
      for (BagId bag : bags) {
        BagView view = market.awaitEnd(bag);
        if (view.promise().isEmpty()) {
          unmatched++;
        } else if (isInTime(view)) {
          inTime++;
        } else {
          late++;
        }
      }
      report.add(policy + ": in time", inTime);
      report.add(policy + ": late", late);
      report.add(policy + ": not matched", unmatched);
      return inTime;
    }
  }

  private static boolean isInTime(BagView view) {
    return view.done() == view.tasks()
        && view.endedMillis().orElse(Time.NEVER) <= view.deadlineMillis().orElseThrow();
  }

  private static List<BagId> submit(MeasurementMarket market, List<Bid> bids)
      throws InterruptedException {
    long beganMillis = System.currentTimeMillis();
    List<BagId> bags = new ArrayList<>();
    for (Bid bid : bids) {
      while (System.currentTimeMillis() < beganMillis + bid.atMillis()) {
        Thread.sleep(POLL_MILLIS);
      }
      bags.add(submit(market, bid));
    }
    return bags;
  }

  private static BagId submit(MeasurementMarket market, Bid bid) {
    WorkOrder order =
        new WorkOrder(
            WorkOrder.VERSION,
            "bid",
            "sleep " + bid.runSeconds(),
            new TaskList.Count(bid.tasks()),
            Optional.empty(),
            List.of(),
            List.of(),
            bid.width(),
            (bid.runSeconds() + MARGIN_SECONDS) * Time.SECOND_MILLIS,
            0,
            Optional.empty());
    long deadlineMillis = System.currentTimeMillis() + bid.deadlineSeconds() * Time.SECOND_MILLIS;
    return market.submit(
        order,
        new Requirements(
            OptionalLong.of(deadlineMillis),
            Optional.empty(),
            false,
            Optional.of(new Money(bid.value() * 1_000L)),
            false,
            Optional.empty(),
            false,
            Optional.empty()));
  }
}
