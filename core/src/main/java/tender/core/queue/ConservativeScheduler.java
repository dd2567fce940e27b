package tender.core.queue;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.Job;
import tender.core.model.Time;
import tender.core.profile.ArrayProfile;

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
  private final ArrayProfile free;
  private final boolean compressing;

  /** In order of arrival; those who are gone are swept out now and then. */
  private final List<PlannedJob> waiting = new ArrayList<>();

  private final PlannedStartHeap starts = new PlannedStartHeap();
  private int arrivals;
  private int startedCount;
  private final FreedCapacity freed = new FreedCapacity();
  private final PassBounds bounds = new PassBounds();

  /**
   * @param free the machine beside what runs already; it belongs to this scheduler from now on
   */
  public ConservativeScheduler(ArrayProfile free, boolean compressing) {
    this.free = free;
    this.compressing = compressing;
  }

  @Override
  public void submit(Job job, long nowMillis) {
    PlannedJob planned = arrive(job);
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
  public void startDue(long nowMillis, StartListener told) {
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
      told.onStart(planned.job, tasks);
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
   * Somebody comes back with starts that an earlier plan gave him. Those that are still free are
   * his; for the others he has to be {@link #placeRest placed} anew.
   */
  public void resume(Job job, long nowMillis, long[] startMillis, int[] tasks) {
    PlannedJob planned = arrive(job);
    for (int run = 0; run < tasks.length; run++) {
      long endMillis = startMillis[run] + job.durationMillis();
      int processors = tasks[run] * job.width();
      if (startMillis[run] >= nowMillis
          && free.minFree(startMillis[run], endMillis) >= processors) {
        free.take(startMillis[run], endMillis, processors);
        planned.add(startMillis[run], tasks[run]);
        starts.update(planned);
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
    compress(nowMillis, Time.NEVER);
  }

  /** Told of the starts of whoever is in some place of the order of arrival. */
  public interface RunVisitor {
    void visit(int place, long startMillis, int tasks);
  }

  public void forEachRun(RunVisitor visitor) {
    int place = 0;
    for (PlannedJob planned : waiting) {
      for (int run = 0; run < planned.runs(); run++) {
        visitor.visit(place, planned.startMillis(run), planned.tasks(run));
      }
      place += planned.started ? 0 : 1;
    }
  }

  private PlannedJob arrive(Job job) {
    PlannedJob planned = new PlannedJob(job, arrivals++);
    waiting.add(planned);
    return planned;
  }

  /** The same after processors were given back from now until an instant, and no others. */
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

  /** Most jobs cannot be moved; many of those cost no search, the others one. */
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
    int mostFree = free.moveEarlier(planned.width, durationMillis, oldMillis, newMillis);
    planned.move(newMillis);
    starts.update(planned);
    freed.moved(oldMillis + durationMillis, mostFree);
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
