package tender.core.queue;

import tender.core.model.Job;
import tender.core.model.Time;

/**
 * EASY backfilling: only the first job in the queue has a reservation, and any job that does not
 * delay it may start earlier (Lifka, "The ANL/IBM SP Scheduling System", 1995; Mu'alem and
 * Feitelson, "Utilization, Predictability, Workloads, and User Runtime Estimates in Scheduling the
 * IBM SP2 with Backfilling", 2001).
 *
 * <p>Rules, at each call of {@link #startDue}:
 *
 * <ol>
 *   <li>In order of arrival, tasks start while the first one fits.
 *   <li>The first task that does not fit gets a reservation: the <em>shadow</em> is the earliest
 *       instant at which enough processors will be free, by the estimates of all running tasks; the
 *       processors that are free then beyond its need are <em>spare</em>. Tasks that end at the
 *       shadow count as ended.
 *   <li>In order of arrival, every later task starts now if its processors are free now and it
 *       either ends by the shadow, or needs no more than the spare processors, which then shrink by
 *       its width.
 * </ol>
 */
public final class EasyScheduler implements Scheduler {
  private final BackfillIndex queue = new BackfillIndex();
  private final RunningEnds running = new RunningEnds();
  private int free;

  public EasyScheduler(int processors) {
    free = processors;
  }

  @Override
  public void submit(Job job, long nowMillis) {
    queue.add(job);
  }

  @Override
  public void ended(Job job, int tasks, long startedMillis, long nowMillis) {
    running.remove(startedMillis + job.durationMillis(), tasks * job.width());
    free += tasks * job.width();
  }

  @Override
  public void startDue(long nowMillis, StartListener listener) {
    int head = queue.first();
    while (head != BackfillIndex.NONE && queue.job(head).width() <= free) {
      start(head, free, nowMillis, listener);
      head = queue.first();
    }
    if (head != BackfillIndex.NONE && free > 0) {
      backfill(head, nowMillis, listener);
    }
  }

  private void backfill(int head, long nowMillis, StartListener listener) {
    int headWidth = queue.job(head).width();
    long shadowMillis = running.whenFree(headWidth - free);
    long untilShadowMillis = shadowMillis == Time.NEVER ? Time.NEVER : shadowMillis - nowMillis;
    int spare = free + running.freeBy(shadowMillis) - headWidth;
    int next = queue.next(head, free, untilShadowMillis, spare);
    while (next != BackfillIndex.NONE) {
      boolean endsByShadow = queue.job(next).durationMillis() <= untilShadowMillis;
      int started = start(next, endsByShadow ? free : Math.min(free, spare), nowMillis, listener);
      spare -= endsByShadow ? 0 : started;
      next = free == 0 ? BackfillIndex.NONE : queue.next(next, free, untilShadowMillis, spare);
    }
  }

  /** Starts as many tasks of an arrival as fit, and returns the number of processors they take. */
  private int start(int arrival, int processors, long nowMillis, StartListener listener) {
    Job job = queue.job(arrival);
    int tasks = Math.min(queue.tasks(arrival), processors / job.width());
    int taken = tasks * job.width();
    queue.remove(arrival, tasks);
    running.add(nowMillis + job.durationMillis(), taken);
    free -= taken;
    listener.onStart(job, tasks);
    return taken;
  }
}
