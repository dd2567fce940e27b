package tender.core.queue;

import java.util.ArrayDeque;
import java.util.Deque;
import tender.core.model.Job;

/**
 * First come, first served, without backfilling: nobody starts before somebody who came earlier.
 *
 * <p>Rule. The first in order of arrival starts when its processors are free; until then nobody
 * starts. Tasks of one job are served one after the other, as jobs are.
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
  public void startDue(long nowMillis, StartListener starts) {
    while (!waiting.isEmpty() && waiting.peek().width() <= free) {
      Job head = waiting.peek();
      int tasks = Math.min(head.tasks() - headStarted, free / head.width());
      free -= tasks * head.width();
      headStarted += tasks;
      starts.onStart(head, tasks);
      if (headStarted == head.tasks()) {
        waiting.remove();
        headStarted = 0;
      }
    }
  }
}
