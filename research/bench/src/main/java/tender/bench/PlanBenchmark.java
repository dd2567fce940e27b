package tender.bench;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import tender.core.plan.Plan;
import tender.core.plan.Planner;
import tender.core.plan.Planners;
import tender.core.plan.Snapshot;

/** Plans a whole queue from scratch. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class PlanBenchmark {
  @Param({"fcfs", "easy", "conservative", "edf"})
  public String planner = "";

  @Param({"1000", "10000", "100000"})
  public int waiting;

  private Planner chosen = (snapshot, standing) -> standing;
  private Snapshot snapshot = BenchmarkQueues.withoutPromises(0);

  @Setup
  public void setUp() {
    chosen = Objects.requireNonNull(Planners.all().get(planner));
    snapshot = BenchmarkQueues.withPromises(waiting);
  }

  @Benchmark
  public Plan plan() {
    return chosen.plan(snapshot);
  }
}
