package tender.experiments.optimum;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import tender.core.auction.Cycle;
import tender.core.auction.QueueId;
import tender.core.auction.QueueReport;
import tender.core.auction.WaitingJob;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.FreeSlot;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.workload.random.SplitMix64;

/**
 * Generates random, realistic clearing cycles: sites whose processors are split 1:2:3 over three
 * queues and mostly busy, and jobs with deadlines, valuations, prices and speeds as in the paper's
 * experiment.
 */
public final class CycleGenerator {
  /** The processors of the queues of a site. */
  private static final int[] QUEUE_PROCESSORS = {16, 32, 48};

  /** Speeds as in the European Data Grid, the paper's Table 2. */
  private static final int SLOWEST_PERMILLE = 1_000;

  private static final int FASTEST_PERMILLE = 1_330;

  private static final double FREE_NOW = 1 / 3.0;
  private static final double LONGEST_BUSY_SECONDS = 3_600;
  private static final double SHORTEST_RUN_SECONDS = 60;
  private static final double LONGEST_RUN_SECONDS = 7_200;
  private static final double LONGEST_WAITED_SECONDS = 300;

  private final RandomGenerator random;

  private CycleGenerator(long seed) {
    random = new SplitMix64(seed);
  }

  /** A seed always gives the same cycle; its present is time 0. */
  public static Cycle generate(CycleParameters shape, long seed) {
    CycleGenerator generator = new CycleGenerator(seed);
    List<QueueReport> queues =
        IntStream.range(0, shape.queues()).mapToObj(generator::queue).toList();
    int supply = queues.stream().mapToInt(queue -> queue.cluster().processors()).sum();
    int maxWidth =
        queues.stream().mapToInt(queue -> queue.cluster().processors()).max().orElseThrow();
    double meanWidth = shape.scarcity() * supply / shape.jobs();
    List<WaitingJob> jobs =
        IntStream.range(0, shape.jobs())
            .mapToObj(i -> generator.job(i, meanWidth, maxWidth))
            .toList();
    return new Cycle(0, jobs, queues);
  }

  private QueueReport queue(int index) {
    int queuesPerSite = QUEUE_PROCESSORS.length;
    int processors = QUEUE_PROCESSORS[index % queuesPerSite];
    QueueId id =
        new QueueId(new ProviderId(Integer.toString(index / queuesPerSite)), index % queuesPerSite);
    int speedPermille = (int) Math.round(uniform(SLOWEST_PERMILLE, FASTEST_PERMILLE));
    // 4.5 to 9.5 a second.
    Money price = new Money(Math.round(uniform(4_500, 9_500) * 3_600));
    return new QueueReport(id, new Cluster(processors, speedPermille), price, slots(processors));
  }

  /** Groups of processors that are free now, or when their current job ends. */
  private List<FreeSlot> slots(int processors) {
    List<FreeSlot> slots = new ArrayList<>();
    for (int remaining = processors; remaining > 0; ) {
      int group = Math.min(remaining, (int) uniform(1, processors / 4.0 + 1));
      long fromMillis =
          random.nextDouble() < FREE_NOW ? 0 : wholeSeconds(uniform(0, LONGEST_BUSY_SECONDS));
      slots.add(new FreeSlot(fromMillis, Time.NEVER, group));
      remaining -= group;
    }
    return slots;
  }

  /** A job with a log-uniform run time. */
  private WaitingJob job(int index, double meanWidth, int maxWidth) {
    double runSeconds =
        SHORTEST_RUN_SECONDS
            * Math.pow(LONGEST_RUN_SECONDS / SHORTEST_RUN_SECONDS, random.nextDouble());
    long runMillis = wholeSeconds(runSeconds);
    long submittedMillis = -wholeSeconds(uniform(0, LONGEST_WAITED_SECONDS));
    return new WaitingJob(
        new BagId(Integer.toString(index)),
        Math.min(width(meanWidth), maxWidth),
        runMillis,
        submittedMillis,
        submittedMillis + wholeSeconds(uniform(1, 3) * runSeconds),
        new Money(Math.round(uniform(90_000_000, 160_000_000))));
  }

  /** A width from a geometric distribution with this mean. */
  private int width(double mean) {
    double tail = Math.log(1 - random.nextDouble());
    return mean <= 1 ? 1 : 1 + (int) (tail / Math.log(1 - 1 / mean));
  }

  private double uniform(double low, double high) {
    return low + (high - low) * random.nextDouble();
  }

  private static long wholeSeconds(double seconds) {
    return Math.round(seconds) * Time.SECOND_MILLIS;
  }
}
