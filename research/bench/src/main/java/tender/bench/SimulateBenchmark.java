package tender.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import tender.core.model.Cluster;
import tender.core.queue.Scheduler;
import tender.simulator.cluster.ClusterSchedule;
import tender.simulator.cluster.ClusterSimulation;
import tender.simulator.cluster.Schedulers;
import tender.workload.lublin.LublinFeitelsonModel;
import tender.workload.random.SplitMix64;
import tender.workload.trace.TraceCleaner;
import tender.workload.trace.TraceJob;

/**
 * Simulates one machine with a whole workload, which is read or drawn before the measurement. The
 * line that ends in {@code :jobs} is the number of simulated jobs per second.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
public class SimulateBenchmark {
  private static final int DRAWN_JOBS = 50_000;

  @Param({"fcfs", "easy", "conservative"})
  public String planner = "";

  /** The log to simulate; if empty, jobs of the Lublin–Feitelson model. */
  @Param("")
  public String trace = "";

  @Param("256")
  public int processors;

  private List<TraceJob> jobs = List.of();
  private Cluster cluster = Cluster.of(1);
  private Function<Cluster, Scheduler> scheduler = Schedulers.all().values().iterator().next();

  /** Counts simulated jobs. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Counts {
    public long jobs;
  }

  @Setup
  public void setUp() throws IOException {
    cluster = Cluster.of(processors);
    scheduler = Objects.requireNonNull(Schedulers.all().get(planner), planner);
    jobs =
        trace.isEmpty()
            ? drawn(processors)
            : TraceCleaner.forMachine(processors).clean(Path.of(trace)).jobs();
  }

  @Benchmark
  public ClusterSchedule simulate(Counts counts) {
    counts.jobs += jobs.size();
    return ClusterSimulation.run(jobs, cluster, scheduler);
  }

  /** Draws estimates of up to ten times the run time, like users'; the model has none. */
  private static List<TraceJob> drawn(int processors) {
    var random = new SplitMix64(42);
    return LublinFeitelsonModel.typed(processors, random).next(DRAWN_JOBS).stream()
        .map(job -> estimated(job, 1 + random.nextInt(10)))
        .toList();
  }

  private static TraceJob estimated(TraceJob job, int factor) {
    return new TraceJob(
        job.number(),
        job.submitSeconds(),
        job.runSeconds(),
        job.processors(),
        job.runSeconds() * factor);
  }
}
