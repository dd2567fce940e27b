package tender.core.plan;

import java.util.Arrays;
import java.util.List;
import tender.core.model.Job;
import tender.core.model.Time;
import tender.core.profile.ArrayProfile;
import tender.core.profile.Profile;

/**
 * The earliest-deadline-first plan of a provider, in a form that answers what an incoming job would
 * change. It is immutable: many calls are answered from one schedule, and a new one is made when
 * the queue has changed.
 *
 * <p>An incoming job gets a <em>position</em> in the queue: after all jobs whose deadline is not
 * later. The jobs before it are not affected, so a trial begins with their part of the plan, which
 * takes one pass over sorted times and no search. It then places the incoming job and, one by one,
 * the jobs after it, and stops at the first one that would be delayed.
 *
 * <p>A job is <em>delayed</em> if it would end later than promised. A job that is late already,
 * because a running job exceeded its estimate, is delayed if it would end even later.
 */
public final class EdfSchedule {
  private final Snapshot snapshot;
  private final Plan plan;

  /** The waiting jobs in order of deadline; the arrays below are in this order too. */
  private final Job[] queue;

  private final long[] deadlineMillis;
  private final long[] lastStartMillis;
  private final long[] latestEndMillis;
  private final PlannedUsage usage;

  private EdfSchedule(
      Snapshot snapshot, Plan plan, Job[] queue, long[] lastStartMillis, PlannedUsage usage) {
    this.snapshot = snapshot;
    this.plan = plan;
    this.queue = queue;
    this.lastStartMillis = lastStartMillis;
    this.usage = usage;
    deadlineMillis = Arrays.stream(queue).mapToLong(Job::deadlineMillis).toArray();
    latestEndMillis = new long[queue.length];
    Arrays.setAll(
        latestEndMillis,
        i -> Math.max(deadlineMillis[i], end(lastStartMillis[i], queue[i].durationMillis())));
  }

  /** Plans all waiting jobs. */
  public static EdfSchedule of(Snapshot snapshot) {
    int[] order = snapshot.order(Job.BY_DEADLINE);
    List<Job> waiting = snapshot.waiting();
    ArrayProfile processors = snapshot.freeBesideRunning();
    PlannedUsage usage = new PlannedUsage(processors.copy(), order.length);
    FreeCapacity free = snapshot.freeCapacity(processors);
    Plan.Builder plan = new Plan.Builder(waiting);
    Job[] queue = new Job[order.length];
    long[] lastStartMillis = new long[order.length];
    for (int position = 0; position < order.length; position++) {
      int index = order[position];
      Job job = waiting.get(index);
      queue[position] = job;
      lastStartMillis[position] =
          take(
              free,
              job,
              snapshot,
              (startMillis, tasks) -> {
                plan.add(index, startMillis, tasks);
                usage.add(startMillis, startMillis + job.durationMillis(), tasks * job.width());
              });
      usage.endOfPosition();
    }
    return new EdfSchedule(snapshot, plan.build(), queue, lastStartMillis, usage);
  }

  public Snapshot snapshot() {
    return snapshot;
  }

  public Plan plan() {
    return plan;
  }

  /**
   * The last position that a deadline can give: after all jobs with a promise, before the others.
   */
  public int lastPosition() {
    return positionOf(Time.NEVER - 1);
  }

  /**
   * The position of an incoming job with this deadline: after all jobs whose deadline is not later,
   * because ties are ordered by submission and it came last.
   */
  public int positionOf(long deadlineMillis) {
    int low = 0;
    int high = queue.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (this.deadlineMillis[middle] <= deadlineMillis) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The deadline of the job at this position, {@link Time#NEVER} after the last one. */
  public long deadlineAt(int position) {
    return position < queue.length ? deadlineMillis[position] : Time.NEVER;
  }

  /**
   * What would happen if an incoming job had a position.
   *
   * @param endMillis when it would end
   * @param firstDelayed the first position of a job that it would delay, {@link #NONE} if there is
   *     none; its own position if it would not end in time itself
   */
  public record Trial(long endMillis, int firstDelayed) {
    public static final int NONE = -1;

    public boolean works() {
      return firstDelayed == NONE;
    }
  }

  /** Tries an incoming job at a position, where it must end before an instant. */
  public Trial trial(int position, IncomingJob job, long beforeMillis) {
    FreeCapacity free = freeBehind(position);
    long lastStartMillis =
        free.takeEach(
            job.tasks(),
            job.width(),
            job.request(),
            job.durationMillis(),
            job.notBeforeMillis(),
            EdfSchedule::ignore);
    long endMillis = end(lastStartMillis, job.durationMillis());
    return new Trial(
        endMillis, endMillis >= beforeMillis ? position : firstDelayed(free, position));
  }

  /** Which positions are impossible for an incoming job in any plan. */
  public WorkBound workBound() {
    return WorkBound.of(snapshot.freeBesideRunning(), queue, latestEndMillis);
  }

  /** What is free after the jobs before a position. */
  private FreeCapacity freeBehind(int position) {
    return snapshot.cluster().nodes().isEmpty()
        ? new FreeProcessors(freeProcessorsBehind(position))
        : freeNodesBehind(position);
  }

  private FreeCapacity freeNodesBehind(int position) {
    FreeCapacity free = snapshot.freeCapacity(snapshot.freeBesideRunning());
    for (int i = 0; i < position; i++) {
      take(free, queue[i], snapshot, EdfSchedule::ignore);
    }
    return free;
  }

  /** With the bounds found by placing the jobs. */
  private ArrayProfile freeProcessorsBehind(int position) {
    ArrayProfile free = usage.freeBehind(position);
    for (int i = 0; i < position; i++) {
      if (queue[i].submittedMillis() <= snapshot.nowMillis()) {
        free.noteEarliestStart(queue[i].width(), queue[i].durationMillis(), lastStartMillis[i]);
      }
    }
    return free;
  }

  /** Places all jobs from a position on, and returns the first one that would be delayed. */
  private int firstDelayed(FreeCapacity free, int fromPosition) {
    for (int position = fromPosition; position < queue.length; position++) {
      Job job = queue[position];
      long lastStartMillis = take(free, job, snapshot, EdfSchedule::ignore);
      if (end(lastStartMillis, job.durationMillis()) > latestEndMillis[position]) {
        return position;
      }
    }
    return Trial.NONE;
  }

  private static long take(
      FreeCapacity free, Job job, Snapshot snapshot, Profile.RunConsumer runs) {
    return free.takeEach(
        job.tasks(),
        job.width(),
        job.request(),
        job.durationMillis(),
        Math.max(snapshot.nowMillis(), job.submittedMillis()),
        runs);
  }

  private static long end(long startMillis, long durationMillis) {
    return startMillis == Time.NEVER ? Time.NEVER : startMillis + durationMillis;
  }

  private static void ignore(long startMillis, int tasks) {}
}
