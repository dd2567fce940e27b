package tender.core.queue;

import java.util.ArrayDeque;
import java.util.Deque;
import tender.core.model.Job;

/**
 * First come, first served, without backfilling: no job starts before an earlier one.
 *
 * <p>Rule. The first job in order of arrival starts when its processors are free; until then no job
 * starts. The tasks of a job are served one after the other, like jobs.
 */
public final class FcfsScheduler implements Scheduler {
  private final Deque<Job> waiting = new ArrayDeque<>();
  private int headStarted;
  private int free;

  public FcfsScheduler(int processors) {
    free = processors;
  }

  @Override
  public void submit(Job job, long nowMillis) {
    waiting.add(job);
  }

  @Override
  public void ended(Job job, int tasks, long startedMillis, long nowMillis) {
    free += tasks * job.width();
  }

  @Override
  public void startDue(long nowMillis, StartListener listener) {
    while (!waiting.isEmpty() && waiting.peek().width() <= free) {
      Job head = waiting.peek();
      int tasks = Math.min(head.tasks() - headStarted, free / head.width());
      free -= tasks * head.width();
      headStarted += tasks;
      listener.onStart(head, tasks);
      if (headStarted == head.tasks()) {
        waiting.remove();
        headStarted = 0;
      }
    }
  }
}
