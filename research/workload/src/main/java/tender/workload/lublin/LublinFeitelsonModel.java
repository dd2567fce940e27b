package tender.workload.lublin;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import tender.workload.trace.TraceJob;

/**
 * An unlimited workload of rigid jobs by the model of Lublin and Feitelson ("The Workload on
 * Parallel Supercomputers: Modeling the Characteristics of Rigid Jobs", 2003): sizes that favour
 * powers of two, run times that grow with them, arrivals with a daily cycle.
 *
 * <p>Each class of jobs has its own clock; the class with the earliest arrival gives the next job.
 * The model has no estimates of run times, so the estimate is the run time. With a {@link
 * tender.workload.random.SplitMix64} as the random source, a seed gives the same jobs on any
 * machine and JDK.
 */
public final class LublinFeitelsonModel {
  /** A class and the time at which its next job arrives. */
  private static final class ClassArrivals {
    final JobClass jobClass;
    final ArrivalProcess arrivals;
    double nextSeconds;

    ClassArrivals(JobClass jobClass, ClockRule rule) {
      this.jobClass = jobClass;
      arrivals = new ArrivalProcess(jobClass, rule);
    }
  }

  private final List<ClassArrivals> classArrivals = new ArrayList<>();
  private final RandomGenerator random;
  private long number;

  public LublinFeitelsonModel(List<JobClass> classes, ClockRule rule, RandomGenerator random) {
    if (classes.isEmpty()) {
      throw new IllegalArgumentException("No job classes given. Give at least one.");
    }
    this.random = random;
    for (JobClass jobClass : classes) {
      var candidate = new ClassArrivals(jobClass, rule);
      candidate.nextSeconds = candidate.arrivals.drawNextSeconds(random);
      classArrivals.add(candidate);
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

  /** Jobs of a single class. */
  public static LublinFeitelsonModel typeless(int machineNodes, RandomGenerator random) {
    return new LublinFeitelsonModel(
        List.of(JobClass.TYPELESS.onMachine(machineNodes)), ClockRule.EXACT, random);
  }

  /** The job that arrives next. */
  public TraceJob next() {
    ClassArrivals earliest = classArrivals.getFirst();
    for (ClassArrivals candidate : classArrivals) {
      if (candidate.nextSeconds < earliest.nextSeconds) {
        earliest = candidate;
      }
    }
    int nodes = earliest.jobClass.size().draw(random);
    long runSeconds = earliest.jobClass.runTime().drawSeconds(nodes, random);
    long submitSeconds = (long) earliest.nextSeconds;
    earliest.nextSeconds = earliest.arrivals.drawNextSeconds(random);
    number++;
    return new TraceJob(number, submitSeconds, runSeconds, nodes, runSeconds);
  }

  /** The next jobs, in order of arrival. */
  public List<TraceJob> next(int jobs) {
    var list = new ArrayList<TraceJob>(jobs);
    for (int i = 0; i < jobs; i++) {
      list.add(next());
    }
    return list;
  }
}
