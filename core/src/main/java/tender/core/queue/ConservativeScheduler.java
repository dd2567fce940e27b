package tender.core.queue;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.Job;
import tender.core.model.Time;
import tender.core.profile.ArrayProfile;

/**
 * Conservative backfilling: every job gets a start on arrival, and no start is ever delayed for
 * another job (Mu'alem and Feitelson, "Utilization, Predictability, Workloads, and User Runtime
 * Estimates in Scheduling the IBM SP2 with Backfilling", 2001).
 *
 * <p>Rules. On arrival each task takes the earliest instant at which its processors are free for
 * its whole estimate, next to all running and planned tasks. <em>With compression</em>, when a job
 * ended early, the waiting jobs are moved once, in order of arrival, to the earliest instant that
 * is free if their own place counts as free: no job can lose. <em>Without compression</em>, an
 * early end leaves a gap for incoming jobs.
 */
public final class ConservativeScheduler implements Scheduler {
  private final ArrayProfile free;
  private final boolean compressing;

  /** In order of arrival; started jobs are removed from time to time. */
  private final List<PlannedJob> waiting = new ArrayList<>();

  private final PlannedStartHeap starts = new PlannedStartHeap();
  private int arrivals;
  private int startedCount;
  private final FreedCapacity freed = new FreedCapacity();
  private final PassBounds bounds = new PassBounds();

  /**
   * @param free the free processors next to the running jobs; this scheduler owns it from now on
   */
  public ConservativeScheduler(ArrayProfile free, boolean compressing) {
    this.free = free;
    this.compressing = compressing;
  }

  @Override
  public void submit(Job job, long nowMillis) {
    PlannedJob planned = addArrival(job);
    place(planned, job.tasks(), nowMillis);
  }

  @Override
  public void ended(Job job, int tasks, long startedMillis, long nowMillis) {
    long expectedMillis = startedMillis + job.durationMillis();
    if (expectedMillis > nowMillis) {
      free.trimBefore(nowMillis);
      free.release(nowMillis, expectedMillis, tasks * job.width());
      if (compressing) {
        compress(nowMillis, expectedMillis);
      }
    }
  }

  @Override
  public void startDue(long nowMillis, StartListener listener) {
    while (starts.nextMillis() <= nowMillis) {
      PlannedJob planned = starts.removeFirst();
      int tasks = planned.tasks(0);
      planned.removeFirst();
      if (planned.runs() > 0) {
        starts.update(planned);
      } else {
        planned.started = true;
        startedCount++;
      }
      listener.onStart(planned.job, tasks);
    }
    if (2 * startedCount > waiting.size()) {
      waiting.removeIf(planned -> planned.started);
      startedCount = 0;
    }
  }

  @Override
  public long nextStartMillis() {
    return starts.nextMillis();
  }

  /**
   * Adds a job with the starts of an earlier plan. Starts that are still free are kept; the other
   * tasks must be {@link #placeRest placed}.
   *
   * @param tasks 0 for a start whose tasks no longer wait
   */
  public void resume(Job job, long nowMillis, long[] startMillis, int[] tasks) {
    PlannedJob planned = addArrival(job);
    for (int run = 0; run < tasks.length; run++) {
      long endMillis = startMillis[run] + job.durationMillis();
      int processors = tasks[run] * job.width();
      if (tasks[run] > 0
          && startMillis[run] >= nowMillis
          && free.minFree(startMillis[run], endMillis) >= processors) {
        free.take(startMillis[run], endMillis, processors);
        planned.add(startMillis[run], tasks[run]);
        starts.update(planned);
      }
    }
  }

  /** Plans a start for every task that has none, in order of arrival. */
  public void placeRest(long nowMillis) {
    for (PlannedJob planned : waiting) {
      place(planned, planned.job.tasks() - planned.plannedTasks(), nowMillis);
    }
  }

  /** Moves every waiting job as early as possible, in order of arrival. */
  public void compress(long nowMillis) {
    compress(nowMillis, Time.NEVER);
  }

  /** Visits the starts of jobs, which are numbered in order of arrival. */
  public interface RunVisitor {
    void visit(int position, long startMillis, int tasks);
  }

  public void forEachRun(RunVisitor visitor) {
    int position = 0;
    for (PlannedJob planned : waiting) {
      for (int run = 0; run < planned.runs(); run++) {
        visitor.visit(position, planned.startMillis(run), planned.tasks(run));
      }
      position += planned.started ? 0 : 1;
    }
  }

  private PlannedJob addArrival(Job job) {
    PlannedJob planned = new PlannedJob(job, arrivals++);
    waiting.add(planned);
    return planned;
  }

  /** Compresses after processors were released from now until an instant, and no others. */
  private void compress(long nowMillis, long freedUntilMillis) {
    freed.beginPass(freedUntilMillis, free.maxFree(nowMillis, freedUntilMillis));
    bounds.reset();
    for (int i = 0; i < waiting.size(); i++) {
      PlannedJob planned = waiting.get(i);
      if (planned.width <= freed.widest() && planned.runs() > 0) {
        long notBeforeMillis = Math.max(nowMillis, planned.submittedMillis);
        if (planned.isOneTask()) {
          moveTask(planned, notBeforeMillis);
        } else {
          moveAll(planned, notBeforeMillis);
        }
      }
    }
  }

  /** Most jobs cannot be moved; for many of them no search is needed, for the others one. */
  private void moveTask(PlannedJob planned, long nowMillis) {
    int width = planned.width;
    long durationMillis = planned.durationMillis;
    long oldMillis = planned.firstMillis();
    long notBeforeMillis = Math.max(nowMillis, bounds.notBefore(width, durationMillis, oldMillis));
    long beforeMillis = freed.endOfStarts(durationMillis, oldMillis);
    if (notBeforeMillis < beforeMillis) {
      long newMillis =
          free.earlierStart(width, durationMillis, notBeforeMillis, oldMillis, beforeMillis);
      if (newMillis < oldMillis) {
        moveTo(planned, newMillis);
      }
      bounds.recordStart(width, durationMillis, newMillis);
    }
  }

  private void moveTo(PlannedJob planned, long newMillis) {
    long durationMillis = planned.durationMillis;
    long oldMillis = planned.firstMillis();
    int maxFree = free.moveEarlier(planned.width, durationMillis, oldMillis, newMillis);
    planned.move(newMillis);
    starts.update(planned);
    freed.moved(oldMillis + durationMillis, maxFree);
    bounds.recordReleased(Math.max(oldMillis, newMillis + durationMillis));
  }

  private void moveAll(PlannedJob planned, long notBeforeMillis) {
    int tasks = planned.plannedTasks();
    long durationMillis = planned.durationMillis;
    long firstMillis = planned.firstMillis();
    long lastEndMillis = planned.startMillis(planned.runs() - 1) + durationMillis;
    for (int run = 0; run < planned.runs(); run++) {
      long startMillis = planned.startMillis(run);
      int processors = planned.tasks(run) * planned.width;
      free.release(startMillis, startMillis + durationMillis, processors);
    }
    planned.clear();
    place(planned, tasks, notBeforeMillis);
    freed.moved(lastEndMillis, free.maxFree(firstMillis, lastEndMillis));
    bounds.recordReleased(firstMillis);
  }

  private void place(PlannedJob planned, int tasks, long nowMillis) {
    free.takeEach(
        tasks,
        planned.width,
        planned.durationMillis,
        Math.max(nowMillis, planned.submittedMillis),
        planned::add);
    if (planned.runs() > 0) {
      starts.update(planned);
    }
  }
}
