package tender.core.queue;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import tender.core.model.Job;
import tender.core.model.Time;
import tender.core.profile.Placement;
import tender.core.profile.Profile;

/**
 * Conservative backfilling: everybody gets a start on arrival, and nobody's start is ever made
 * later for somebody else (Mu'alem and Feitelson, "Utilization, Predictability, Workloads, and User
 * Runtime Estimates in Scheduling the IBM SP2 with Backfilling", 2001).
 *
 * <p>Rules. On arrival each task takes the earliest instant at which its processors are free for
 * its whole estimate, beside all that runs or has a start. <em>With compression</em>, when somebody
 * ended early, those who wait are moved to the earliest instant that is free for them if their own
 * place counts as free, one by one in order of arrival, once: nobody can lose. <em>Without</em>,
 * what ended early leaves a gap for newcomers.
 */
public final class ConservativeScheduler implements Scheduler {
  private final Profile free;
  private final boolean compressing;
  private final List<PlannedJob> waiting = new ArrayList<>();

  /** No task that waits starts before this. */
  private long nextStartMillis = Time.NEVER;

  /**
   * @param free the machine beside what runs already; it belongs to this scheduler from now on
   */
  public ConservativeScheduler(Profile free, boolean compressing) {
    this.free = free;
    this.compressing = compressing;
  }

  @Override
  public void submit(Job job, long nowMillis) {
    PlannedJob planned = new PlannedJob(job);
    waiting.add(planned);
    place(planned, job.tasks(), nowMillis);
  }

  @Override
  public void ended(Job job, int tasks, long startedMillis, long nowMillis) {
    long expectedMillis = startedMillis + job.durationMillis();
    if (expectedMillis > nowMillis) {
      free.forgetBefore(nowMillis);
      free.give(nowMillis, expectedMillis, tasks * job.width());
      if (compressing) {
        compress(nowMillis);
      }
    }
  }

  @Override
  public void startDue(long nowMillis, Starts starts) {
    if (nextStartMillis > nowMillis) {
      return;
    }
    nextStartMillis = Time.NEVER;
    for (Iterator<PlannedJob> each = waiting.iterator(); each.hasNext(); ) {
      PlannedJob planned = each.next();
      while (planned.runs() > 0 && planned.startMillis(0) <= nowMillis) {
        int tasks = planned.tasks(0);
        planned.removeFirst();
        starts.start(planned.job, tasks);
      }
      if (planned.runs() == 0) {
        each.remove();
      } else {
        nextStartMillis = Math.min(nextStartMillis, planned.startMillis(0));
      }
    }
  }

  @Override
  public long nextStartMillis() {
    return nextStartMillis;
  }

  /**
   * Somebody comes back with starts that an earlier plan gave him. Those that are still free are
   * his; for the others he has to be {@link #placeRest placed} anew.
   */
  public void resume(Job job, long nowMillis, long[] startMillis, int[] tasks) {
    PlannedJob planned = new PlannedJob(job);
    waiting.add(planned);
    for (int run = 0; run < tasks.length; run++) {
      long endMillis = startMillis[run] + job.durationMillis();
      int processors = tasks[run] * job.width();
      if (startMillis[run] >= nowMillis
          && free.leastFree(startMillis[run], endMillis) >= processors) {
        free.take(startMillis[run], endMillis, processors);
        planned.add(startMillis[run], tasks[run]);
        nextStartMillis = Math.min(nextStartMillis, startMillis[run]);
      }
    }
  }

  /** Gives a start to every task that has none, in order of arrival. */
  public void placeRest(long nowMillis) {
    for (PlannedJob planned : waiting) {
      place(planned, planned.job.tasks() - planned.plannedTasks(), nowMillis);
    }
  }

  /** Moves everybody who waits as early as he can be, in order of arrival. */
  public void compress(long nowMillis) {
    for (PlannedJob planned : waiting) {
      long notBeforeMillis = Math.max(nowMillis, planned.job.submittedMillis());
      if (planned.runs() == 1 && planned.tasks(0) == 1) {
        moveTask(planned, notBeforeMillis);
      } else {
        moveAll(planned, notBeforeMillis);
      }
    }
  }

  /** Told of the starts of whoever is in some place of the order of arrival. */
  public interface Planned {
    void run(int place, long startMillis, int tasks);
  }

  public void forEachRun(Planned visitor) {
    for (int place = 0; place < waiting.size(); place++) {
      PlannedJob planned = waiting.get(place);
      for (int run = 0; run < planned.runs(); run++) {
        visitor.run(place, planned.startMillis(run), planned.tasks(run));
      }
    }
  }

  /** Most jobs cannot be moved; those cost one search and change nothing. */
  private void moveTask(PlannedJob planned, long notBeforeMillis) {
    Job job = planned.job;
    long oldMillis = planned.startMillis(0);
    long newMillis =
        free.earlierStart(job.width(), job.durationMillis(), notBeforeMillis, oldMillis);
    if (newMillis < oldMillis) {
      free.give(oldMillis, oldMillis + job.durationMillis(), job.width());
      free.take(newMillis, newMillis + job.durationMillis(), job.width());
      planned.move(0, newMillis);
      nextStartMillis = Math.min(nextStartMillis, newMillis);
    }
  }

  private void moveAll(PlannedJob planned, long notBeforeMillis) {
    int tasks = planned.plannedTasks();
    for (int run = 0; run < planned.runs(); run++) {
      long startMillis = planned.startMillis(run);
      free.give(
          startMillis,
          startMillis + planned.job.durationMillis(),
          planned.tasks(run) * planned.job.width());
    }
    planned.clear();
    place(planned, tasks, notBeforeMillis);
  }

  private void place(PlannedJob planned, int tasks, long nowMillis) {
    Job job = planned.job;
    Placement.placeEarliest(
        free,
        tasks,
        job.width(),
        job.durationMillis(),
        Math.max(nowMillis, job.submittedMillis()),
        (startMillis, together) -> {
          planned.add(startMillis, together);
          nextStartMillis = Math.min(nextStartMillis, startMillis);
        });
  }
}
