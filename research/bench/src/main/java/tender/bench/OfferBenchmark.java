package tender.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import tender.core.model.Bag;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.offer.OfferGenerator;
import tender.core.offer.OfferList;
import tender.core.offer.OfferSteps;
import tender.core.plan.EdfSchedule;
import tender.core.plan.Snapshot;

/** Answers one call for a bag of 1 000 one-hour tasks with a long queue. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class OfferBenchmark {
  private static final ProviderId PROVIDER = new ProviderId("p");

  @Param({"1000", "10000", "100000"})
  public int waiting;

  /** The bag's deadline, in percent of the time until the queue is empty. */
  @Param({"1", "30", "90"})
  public int deadlinePercent;

  @Param({"FIVE", "FINE"})
  public OfferSteps steps = OfferSteps.FIVE;

  private Snapshot snapshot = BenchmarkQueues.withoutPromises(0);
  private EdfSchedule schedule = EdfSchedule.of(snapshot);
  private Bag bag = new Bag(1, 1, 1, 0, 1);

  @Setup
  public void setUp() {
    snapshot = BenchmarkQueues.withPromises(waiting);
    schedule = EdfSchedule.of(snapshot);
    long queueEndMillis = 0;
    for (int job = 0; job < waiting; job++) {
      queueEndMillis = Math.max(queueEndMillis, schedule.plan().completionMillis(job));
    }
    bag = new Bag(1_000, 1, Time.HOUR_MILLIS, 0, queueEndMillis / 100 * deadlinePercent);
  }

  /** Uses a schedule that the provider keeps while its queue does not change. */
  @Benchmark
  public OfferList offer() {
    return new OfferGenerator(PROVIDER, schedule, steps).generate(bag, snapshot.nowMillis());
  }

  /** Plans the queue first, as after a change. */
  @Benchmark
  public OfferList planAndOffer() {
    return new OfferGenerator(PROVIDER, EdfSchedule.of(snapshot), steps)
        .generate(bag, snapshot.nowMillis());
  }
}
