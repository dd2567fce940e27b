package tender.core.plan;

import java.util.Arrays;
import java.util.List;
import tender.core.model.Job;
import tender.core.model.Time;
import tender.core.profile.ArrayProfile;

/**
 * The earliest-deadline-first plan of a provider, kept in a form in which one can ask what a
 * newcomer would change. It is never changed itself: many calls may be answered from one schedule,
 * and a new one is made when the queue has changed.
 *
 * <p>A newcomer with a deadline stands at a <em>position</em> of the queue: behind all whose
 * deadline is not later. Those in front of it are not affected, so a trial begins with their part
 * of the standing plan, which takes one pass over sorted times and no search, then places the
 * newcomer and, one by one, those behind it, and gives up at the first that would be hurt.
 *
 * <p>Somebody is <em>hurt</em> who would end later than was promised to him. Who is late already,
 * since a running job outlived its estimate, is hurt if he would end later than he will anyway.
 */
public final class EdfSchedule {
  private final Snapshot snapshot;
  private final Plan plan;

  /** The waiting jobs in order of deadline; the arrays below are in this order too. */
  private final Job[] queue;

  private final long[] deadlineMillis;
  private final long[] lastStartMillis;
  private final long[] latestEndMillis;
  private final PlannedUsage standing;

  private EdfSchedule(
      Snapshot snapshot, Plan plan, Job[] queue, long[] lastStartMillis, PlannedUsage standing) {
    this.snapshot = snapshot;
    this.plan = plan;
    this.queue = queue;
    this.lastStartMillis = lastStartMillis;
    this.standing = standing;
    deadlineMillis = Arrays.stream(queue).mapToLong(Job::deadlineMillis).toArray();
    latestEndMillis = new long[queue.length];
    Arrays.setAll(
        latestEndMillis,
        i -> Math.max(deadlineMillis[i], end(lastStartMillis[i], queue[i].durationMillis())));
  }

  /** Plans everything that waits. */
  public static EdfSchedule of(Snapshot snapshot) {
    int[] order = snapshot.order(Job.BY_DEADLINE);
    List<Job> waiting = snapshot.waiting();
    ArrayProfile free = snapshot.freeBesideRunning();
    PlannedUsage standing = new PlannedUsage(free.copy(), order.length);
    Plan.Builder plan = new Plan.Builder(waiting);
    Job[] queue = new Job[order.length];
    long[] lastStartMillis = new long[order.length];
    for (int position = 0; position < order.length; position++) {
      int place = order[position];
      Job job = waiting.get(place);
      queue[position] = job;
      lastStartMillis[position] =
          free.takeEach(
              job.tasks(),
              job.width(),
              job.durationMillis(),
              Math.max(snapshot.nowMillis(), job.submittedMillis()),
              (startMillis, tasks) -> {
                plan.add(place, startMillis, tasks);
                standing.add(startMillis, startMillis + job.durationMillis(), tasks * job.width());
              });
      standing.endOfPosition();
    }
    return new EdfSchedule(snapshot, plan.build(), queue, lastStartMillis, standing);
  }

  public Snapshot snapshot() {
    return snapshot;
  }

  public Plan plan() {
    return plan;
  }

  /**
   * The last position that a deadline can give: behind all to whom one was promised, before those
   * to whom nothing was.
   */
  public int lastPosition() {
    return positionOf(Time.NEVER - 1);
  }

  /**
   * Where a newcomer with this deadline stands: behind all whose deadline is not later, since ties
   * go by submission and everybody in the queue came before it.
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

  /** The deadline of the job that has this position now, {@link Time#NEVER} behind the last. */
  public long deadlineAt(int position) {
    return position < queue.length ? deadlineMillis[position] : Time.NEVER;
  }

  /**
   * What would happen if a newcomer stood at a position.
   *
   * @param endMillis when it would end
   * @param hurt the first position of somebody it would hurt, {@link #NOBODY} if there is none; if
   *     it would not end in time itself, its own
   */
  public record Trial(long endMillis, int firstDelayed) {
    public static final int NONE = -1;

    public boolean works() {
      return firstDelayed == NONE;
    }
  }

  /** Tries a newcomer of so many tasks at a position, where it must end before an instant. */
  public Trial trial(
      int position,
      int tasks,
      int width,
      long durationMillis,
      long notBeforeMillis,
      long beforeMillis) {
    ArrayProfile free = freeBehind(position);
    long lastStartMillis =
        free.takeEach(tasks, width, durationMillis, notBeforeMillis, EdfSchedule::ignore);
    long endMillis = end(lastStartMillis, durationMillis);
    return new Trial(endMillis, endMillis >= beforeMillis ? position : firstDelayed(free, position));
  }

  /** Which positions are out of the question for a newcomer, however cleverly one plans. */
  public WorkBound workBound() {
    return WorkBound.of(snapshot.freeBesideRunning(), queue, latestEndMillis);
  }

  /** What those in front leave, and what was found out when they were placed. */
  private ArrayProfile freeBehind(int position) {
    ArrayProfile free = standing.freeBehind(position);
    for (int i = 0; i < position; i++) {
      if (queue[i].submittedMillis() <= snapshot.nowMillis()) {
        free.noteEarliestStart(queue[i].width(), queue[i].durationMillis(), lastStartMillis[i]);
      }
    }
    return free;
  }

  /** Places all from a position on, and says who is the first that would be hurt. */
  private int firstDelayed(ArrayProfile free, int fromPosition) {
    for (int position = fromPosition; position < queue.length; position++) {
      Job job = queue[position];
      long lastStartMillis =
          free.takeEach(
              job.tasks(),
              job.width(),
              job.durationMillis(),
              Math.max(snapshot.nowMillis(), job.submittedMillis()),
              EdfSchedule::ignore);
      if (end(lastStartMillis, job.durationMillis()) > latestEndMillis[position]) {
        return position;
      }
    }
    return Trial.NONE;
  }

  private static long end(long startMillis, long durationMillis) {
    return startMillis == Time.NEVER ? Time.NEVER : startMillis + durationMillis;
  }

  private static void ignore(long startMillis, int tasks) {}
}
