package tender.bench;

import java.util.ArrayList;
import java.util.List;
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
import tender.core.model.Cluster;
import tender.core.model.JobId;
import tender.core.model.ProviderId;
import tender.core.model.RunningJob;
import tender.core.model.Time;
import tender.core.offer.OfferGenerator;
import tender.core.offer.OfferList;
import tender.core.plan.EdfSchedule;
import tender.core.plan.Snapshot;

/** Offers for a huge number of ten-hour tasks while a machine's processors free up one by one. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ManyTasksBenchmark {
  private static final int PROCESSORS = 10_000;

  @Param({"100000", "1000000"})
  public int tasks;

  private EdfSchedule schedule = EdfSchedule.of(BenchmarkQueues.withoutPromises(0));
  private Bag bag = new Bag(1, 1, 1, 0, 1);

  @Setup
  public void setUp() {
    List<RunningJob> running = new ArrayList<>();
    for (int i = 0; i < PROCESSORS; i++) {
      running.add(new RunningJob(new JobId("r" + i), 1, 0, Time.HOUR_MILLIS + i * 997L));
    }
    schedule = EdfSchedule.of(new Snapshot(Cluster.of(PROCESSORS), 0, running, List.of()));
    bag = new Bag(tasks, 1, 10 * Time.HOUR_MILLIS, 0, 11 * Time.HOUR_MILLIS);
  }

  @Benchmark
  public OfferList offer() {
    return new OfferGenerator(new ProviderId("p"), schedule).generate(bag, 0);
  }
}
