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
 * Drives a scheduler through a trace on one machine, from event to event. Jobs run for their real
 * time; the scheduler knows only their estimates.
 *
 * <p>Rules. Events are handled in order of time, and at one instant in this order:
 *
 * <ol>
 *   <li>Jobs that end exactly at their estimate give their processors back, all of them before the
 *       scheduler is asked: everybody saw that coming.
 *   <li>Arrivals, by number. The scheduler is asked who starts after each.
 *   <li>Ends, in the order of the starts. The scheduler is told of each that is earlier than
 *       estimated, and asked who starts after each of either kind.
 * </ol>
 *
 * <p>The scheduler is also asked at the instants that it names itself. Nothing is drawn at random
 * and nothing depends on hash order: the same trace gives the same schedule.
 */
public final class ClusterSimulation {
  /** Progress is told each time so many more jobs have ended. */
  private static final int PROGRESS_JOBS = 1 << 10;

  private final ArrivalOrder arrivals;
  private final Scheduler scheduler;
  private final int processors;
  private final Scheduler.StartListener starts = this::start;
  private final CompletionQueue ends = new CompletionQueue();
  private final long[] startMillis;

  /** The job of each start, in the order of the starts. */
  private final int[] startedJobs;

  /** Those that end at the present instant, in the order of their starts. */
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

  /** The schedule of a trace, whose jobs may be in any order. */
  public static ClusterSchedule run(
      List<TraceJob> jobs, Cluster cluster, Function<Cluster, Scheduler> scheduler) {
    return run(jobs, cluster, scheduler, ended -> {});
  }

  /**
   * The same, for somebody who watches.
   *
   * @param progress told now and then how many jobs have ended
   */
  public static ClusterSchedule run(
      List<TraceJob> jobs,
      Cluster cluster,
      Function<Cluster, Scheduler> scheduler,
      IntConsumer progress) {
    var arrivals = new ArrivalOrder(jobs, cluster.processors());
    return new ClusterSimulation(arrivals, cluster, scheduler.apply(cluster)).run(progress);
  }

  private ClusterSchedule run(IntConsumer progress) {
    int told = 0;
    for (long next = nextMillis(); next != Time.NEVER; next = nextMillis()) {
      step(next);
      if (ended - told >= PROGRESS_JOBS) {
        told = ended;
        progress.accept(told);
      }
    }
    return new ClusterSchedule(processors, arrivals.traceJobs(), arrivals.numberIndex(), startMillis);
  }

  private long nextMillis() {
    long nextEventMillis = Math.min(ends.nextMillis(), arrivals.submitMillis(arrived));
    return Math.min(nextEventMillis, scheduler.nextStartMillis());
  }

  /** All events of one instant. Nothing that they start ends within it: no run time is 0. */
  private void step(long instantMillis) {
    nowMillis = instantMillis;
    collectEnding();
    boolean nothingHappened = ending == 0 && arrivals.submitMillis(arrived) > nowMillis;
    while (arrivals.submitMillis(arrived) == nowMillis) {
      scheduler.submit(arrivals.job(arrived++), nowMillis);
      scheduler.startDue(nowMillis, starts);
    }
    for (int i = 0; i < ending; i++) {
      int place = endingJobs[i];
      if (!isDue(place)) {
        reportEnd(place);
      }
      scheduler.startDue(nowMillis, starts);
    }
    ended += ending;
    if (nothingHappened) {
      startAtPlannedInstant();
    }
  }

  private void collectEnding() {
    ending = 0;
    while (ends.nextMillis() == nowMillis) {
      int place = startedJobs[ends.remove()];
      if (ending == endingJobs.length) {
        endingJobs = Arrays.copyOf(endingJobs, 2 * ending);
      }
      endingJobs[ending++] = place;
      if (isDue(place)) {
        reportEnd(place);
      }
    }
  }

  /** Whether a job that ends now was estimated to. */
  private boolean isDue(int place) {
    return startMillis[place] + arrivals.job(place).durationMillis() == nowMillis;
  }

  private void reportEnd(int place) {
    scheduler.ended(arrivals.job(place), 1, startMillis[place], nowMillis);
  }

  private void startAtPlannedInstant() {
    scheduler.startDue(nowMillis, starts);
    if (scheduler.nextStartMillis() <= nowMillis) {
      throw new IllegalStateException(
          "The scheduler wanted to be asked at "
              + scheduler.nextStartMillis()
              + " ms, was asked at "
              + nowMillis
              + " ms, and wants to be asked again. The simulation would stand still.");
    }
  }

  private void start(Job job, int tasks) {
    int place = arrivals.indexOf(job);
    if (startMillis[place] != Time.NEVER || place >= arrived) {
      throw new IllegalStateException(
          "The scheduler starts job "
              + job.id()
              + " at "
              + nowMillis
              + " ms, which "
              + (place >= arrived ? "has not arrived." : "it has started before."));
    }
    startMillis[place] = nowMillis;
    startedJobs[started] = place;
    ends.add(nowMillis + arrivals.runMillis(place), started++);
  }
}
