package tender.simulator.cluster;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntConsumer;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.Time;
import tender.core.queue.Scheduler;
import tender.workload.trace.TraceJob;

/**
 * Drives a scheduler through a trace on one machine, from event to event. Jobs run for their actual
 * run time; the scheduler knows only their estimates.
 *
 * <p>Rules. Events are handled in order of time, and at one instant in this order:
 *
 * <ol>
 *   <li>Jobs that end exactly at their estimate free their processors, all of them before the
 *       scheduler is called, because the scheduler expected these ends.
 *   <li>Arrivals, by number. After each arrival the scheduler may start jobs.
 *   <li>Ends, in the order of the starts. Early ends are reported to the scheduler. After each end,
 *       early or not, the scheduler may start jobs.
 * </ol>
 *
 * <p>The scheduler is also called at the instants that it names. The simulation draws no random
 * numbers and does not depend on hash order: the same trace gives the same schedule.
 */
public final class ClusterSimulation {
  /** How many jobs end between two progress reports. */
  private static final int PROGRESS_JOBS = 1 << 10;

  private final ArrivalOrder arrivals;
  private final Scheduler scheduler;
  private final int processors;
  private final Scheduler.StartListener starts = this::start;
  private final CompletionQueue ends = new CompletionQueue();
  private final long[] startMillis;

  /** The job of each start, in the order of the starts. */
  private final int[] startedJobs;

  /** The jobs that end at the present instant, in the order of their starts. */
  private int[] endingJobs = new int[64];

  private int ending;
  private int arrived;
  private int started;
  private int ended;
  private long nowMillis;

  private ClusterSimulation(ArrivalOrder arrivals, Cluster cluster, Scheduler scheduler) {
    this.arrivals = arrivals;
    this.scheduler = scheduler;
    processors = cluster.processors();
    startMillis = new long[arrivals.size()];
    Arrays.fill(startMillis, Time.NEVER);
    startedJobs = new int[arrivals.size()];
  }

  /** Simulates a trace, whose jobs may be in any order. */
  public static ClusterSchedule run(
      List<TraceJob> jobs, Cluster cluster, Function<Cluster, Scheduler> scheduler) {
    return run(jobs, cluster, scheduler, ended -> {});
  }

  /**
   * Simulates a trace and reports progress.
   *
   * @param progress receives the number of ended jobs from time to time
   */
  public static ClusterSchedule run(
      List<TraceJob> jobs,
      Cluster cluster,
      Function<Cluster, Scheduler> scheduler,
      IntConsumer progress) {
    var arrivals = new ArrivalOrder(jobs, cluster.processors());
    return run(arrivals, cluster, scheduler.apply(cluster), progress);
  }

  static ClusterSchedule run(
      ArrivalOrder arrivals, Cluster cluster, Scheduler scheduler, IntConsumer progress) {
    return new ClusterSimulation(arrivals, cluster, scheduler).run(progress);
  }

  private ClusterSchedule run(IntConsumer progress) {
    int reported = 0;
    for (long next = nextMillis(); next != Time.NEVER; next = nextMillis()) {
      step(next);
      if (ended - reported >= PROGRESS_JOBS) {
        reported = ended;
        progress.accept(reported);
      }
    }
    return new ClusterSchedule(
        processors, arrivals.traceJobs(), arrivals.numberIndex(), startMillis);
  }

  private long nextMillis() {
    long nextEventMillis = Math.min(ends.nextMillis(), arrivals.submitMillis(arrived));
    return Math.min(nextEventMillis, scheduler.nextStartMillis());
  }

  /** Handles all events of one instant. No job both starts and ends in it: no run time is 0. */
  private void step(long instantMillis) {
    nowMillis = instantMillis;
    collectEnding();
    boolean noEvent = ending == 0 && arrivals.submitMillis(arrived) > nowMillis;
    while (arrivals.submitMillis(arrived) == nowMillis) {
      scheduler.submit(arrivals.job(arrived++), nowMillis);
      scheduler.startDue(nowMillis, starts);
    }
    for (int i = 0; i < ending; i++) {
      int index = endingJobs[i];
      if (!isDue(index)) {
        reportEnd(index);
      }
      scheduler.startDue(nowMillis, starts);
    }
    ended += ending;
    if (noEvent) {
      startAtPlannedInstant();
    }
  }

  private void collectEnding() {
    ending = 0;
    while (ends.nextMillis() == nowMillis) {
      int index = startedJobs[ends.remove()];
      if (ending == endingJobs.length) {
        endingJobs = Arrays.copyOf(endingJobs, 2 * ending);
      }
      endingJobs[ending++] = index;
      if (isDue(index)) {
        reportEnd(index);
      }
    }
  }

  /** Whether a job that ends now was estimated to end now. */
  private boolean isDue(int index) {
    return startMillis[index] + arrivals.job(index).durationMillis() == nowMillis;
  }

  private void reportEnd(int index) {
    scheduler.ended(arrivals.job(index), 1, startMillis[index], nowMillis);
  }

  private void startAtPlannedInstant() {
    scheduler.startDue(nowMillis, starts);
    if (scheduler.nextStartMillis() <= nowMillis) {
      throw new IllegalStateException(
          "The scheduler asked to be called at "
              + scheduler.nextStartMillis()
              + " ms, was called at "
              + nowMillis
              + " ms, and asks again. The simulation would not advance.");
    }
  }

  private void start(Job job, int tasks) {
    int index = arrivals.indexOf(job);
    if (startMillis[index] != Time.NEVER || index >= arrived) {
      throw new IllegalStateException(
          "The scheduler starts job "
              + job.id()
              + " at "
              + nowMillis
              + " ms, which "
              + (index >= arrived ? "has not arrived." : "has already started."));
    }
    startMillis[index] = nowMillis;
    startedJobs[started] = index;
    ends.add(nowMillis + arrivals.runMillis(index), started++);
  }
}
