package tender.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import tender.core.auction.Clearing;
import tender.core.auction.ClearingPolicy;
import tender.core.auction.Cycle;
import tender.core.auction.QueueId;
import tender.core.auction.QueueReport;
import tender.core.auction.WaitingJob;
import tender.core.auction.policy.ClearingPolicies;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.FreeSlot;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.workload.random.SplitMix64;

/**
 * The time to clear one cycle of the auction, with three queues for ten jobs as in a market of 100
 * 000 jobs and 30 000 queues. Queues are busy: few processors are free now, more are free later.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class AuctionBenchmark {
  private static final int PROCESSORS = 256;
  private static final int SLOTS = 6;

  @Param({"1000", "10000", "100000"})
  private int jobs;

  @Param({"dam", "late-binding", "edf-fq"})
  private String policy;

  private ClearingPolicy clearing;
  private Cycle cycle;

  @Setup
  public void draw() {
    clearing = Objects.requireNonNull(ClearingPolicies.all().get(policy));
    RandomGenerator random = new SplitMix64(jobs);
    List<WaitingJob> waiting = new ArrayList<>();
    for (int job = 0; job < jobs; job++) {
      waiting.add(job(job, random));
    }
    List<QueueReport> queues = new ArrayList<>();
    for (int queue = 0; queue < 3 * jobs / 10; queue++) {
      queues.add(queue(queue, random));
    }
    cycle = new Cycle(0, waiting, queues);
  }

  private static WaitingJob job(int number, RandomGenerator random) {
    long runMillis = (long) (Time.MINUTE_MILLIS * Math.pow(600, random.nextDouble()));
    return new WaitingJob(
        new BagId(Integer.toString(number)),
        1 << random.nextInt(8),
        runMillis,
        -random.nextLong(Time.HOUR_MILLIS),
        (long) (runMillis * (1 + 2 * random.nextDouble())),
        new Money(random.nextLong(90_000, 160_000)));
  }

  private static QueueReport queue(int number, RandomGenerator random) {
    List<FreeSlot> slots = new ArrayList<>();
    for (int slot = 0; slot < SLOTS; slot++) {
      long fromMillis = slot * random.nextLong(1, 20 * Time.MINUTE_MILLIS);
      slots.add(new FreeSlot(fromMillis, Time.NEVER, 1 + random.nextInt(PROCESSORS / SLOTS)));
    }
    return new QueueReport(
        new QueueId(new ProviderId(Integer.toString(number)), 0),
        new Cluster(PROCESSORS, random.nextInt(1_000, 1_331)),
        new Money(random.nextLong(4_500, 9_500)),
        slots);
  }

  @Benchmark
  public Clearing clear() {
    return clearing.clear(cycle);
  }
}
