package tender.core.queue;

import tender.core.model.Job;
import tender.core.model.Time;

/**
 * The queue of one machine and the rule by which it is served. The driver reports what happened and
 * asks what starts; the scheduler has no clock. Started tasks are never moved.
 */
public interface Scheduler {

  /** Is notified of tasks that start now. */
  interface StartListener {
    void onStart(Job job, int tasks);
  }

  /** Adds a job to the queue. Submissions come in order of arrival. */
  void submit(Job job, long nowMillis);

  /** Tasks that were started together have ended, possibly earlier than estimated. */
  void ended(Job job, int tasks, long startedMillis, long nowMillis);

  /** Starts everything that the rule lets start now. */
  void startDue(long nowMillis, StartListener listener);

  /**
   * When to call {@link #startDue} again if no event comes first, {@link Time#NEVER} if only an
   * event can make a start possible.
   */
  default long nextStartMillis() {
    return Time.NEVER;
  }
}
