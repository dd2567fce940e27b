package tender.workload.lublin;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import tender.workload.trace.TraceJob;

/**
 * Endless workload of rigid jobs after the model of Lublin and Feitelson ("The Workload on Parallel
 * Supercomputers: Modeling the Characteristics of Rigid Jobs", 2003): sizes that favour powers of
 * two, run times that grow with them, arrivals with a daily cycle.
 *
 * <p>Each class of jobs has a clock of its own, and the earliest goes next. The model has no
 * estimates of run times, so the estimate is the run time itself. With a {@link
 * tender.workload.random.SplitMix64} as source, a seed gives the same jobs on any machine and JDK.
 */
public final class LublinFeitelsonModel {
  /** A class and the time at which its next job arrives. */
  private static final class Stream {
    final JobClass jobClass;
    final ArrivalProcess arrivals;
    double nextSeconds;

    Stream(JobClass jobClass, ClockRule rule) {
      this.jobClass = jobClass;
      arrivals = new ArrivalProcess(jobClass, rule);
    }
  }

  private final List<Stream> streams = new ArrayList<>();
  private final RandomGenerator random;
  private long number;

  public LublinFeitelsonModel(List<JobClass> classes, ClockRule rule, RandomGenerator random) {
    if (classes.isEmpty()) {
      throw new IllegalArgumentException("No classes of jobs were given. Give at least one.");
    }
    this.random = random;
    for (JobClass jobClass : classes) {
      var stream = new Stream(jobClass, rule);
      stream.nextSeconds = stream.arrivals.drawNextSeconds(random);
      streams.add(stream);
    }
  }

  /** Batch and interactive jobs. */
  public static LublinFeitelsonModel typed(int machineNodes, RandomGenerator random) {
    return new LublinFeitelsonModel(
        List.of(
            JobClass.BATCH.onMachine(machineNodes), JobClass.INTERACTIVE.onMachine(machineNodes)),
        ClockRule.EXACT,
        random);
  }

  /** Jobs of one kind. */
  public static LublinFeitelsonModel typeless(int machineNodes, RandomGenerator random) {
    return new LublinFeitelsonModel(
        List.of(JobClass.TYPELESS.onMachine(machineNodes)), ClockRule.EXACT, random);
  }

  /** The job that arrives next. */
  public TraceJob next() {
    Stream earliest = streams.getFirst();
    for (Stream stream : streams) {
      if (stream.nextSeconds < earliest.nextSeconds) {
        earliest = stream;
      }
    }
    int nodes = earliest.jobClass.size().draw(random);
    long runSeconds = earliest.jobClass.runTime().drawSeconds(nodes, random);
    long submitSeconds = (long) earliest.nextSeconds;
    earliest.nextSeconds = earliest.arrivals.drawNextSeconds(random);
    number++;
    return new TraceJob(number, submitSeconds, runSeconds, nodes, runSeconds);
  }

  /** The next so many jobs, in order of arrival. */
  public List<TraceJob> next(int jobs) {
    var list = new ArrayList<TraceJob>(jobs);
    for (int i = 0; i < jobs; i++) {
      list.add(next());
    }
    return list;
  }
}
