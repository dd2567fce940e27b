package tender.core.queue;

import tender.core.model.Job;
import tender.core.model.Time;

/**
 * The queue of one machine and the rule by which it is served. Whoever drives it tells what
 * happened and asks what starts; it keeps no clock. Nothing that was started is ever moved.
 */
public interface Scheduler {

  /** Told of tasks that start now. */
  interface StartListener {
    void onStart(Job job, int tasks);
  }

  /** Somebody comes. Submissions come in order of arrival. */
  void submit(Job job, long nowMillis);

  /** Tasks that were started together have ended, perhaps earlier than their estimate. */
  void ended(Job job, int tasks, long startedMillis, long nowMillis);

  /** Starts all that the rule lets start now. */
  void startDue(long nowMillis, StartListener starts);

  /**
   * When to ask again though nothing happened, {@link Time#NEVER} if only events can bring anybody
   * further.
   */
  default long nextStartMillis() {
    return Time.NEVER;
  }
}
