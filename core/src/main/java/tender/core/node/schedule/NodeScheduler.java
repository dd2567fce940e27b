package tender.core.node.schedule;

import tender.core.model.Time;
import tender.core.node.NodeJob;
import tender.core.node.NodePlacement;

/**
 * The queue of one cluster of nodes and the rule by which it is served. The driver reports what
 * happened and asks what starts; the scheduler has no clock. Started tasks are never moved, and end
 * at the latest when their estimate is over, because batch systems stop them then.
 */
public interface NodeScheduler {

  /** Is notified of a task that starts now. */
  interface StartListener {
    void onStart(NodeJob job, NodePlacement placement);
  }

  /** Adds a job to the queue. Submissions come in order of arrival. */
  void submit(NodeJob job, long nowMillis);

  /** A task has ended, possibly earlier than estimated. */
  void ended(NodeJob job, NodePlacement placement, long nowMillis);

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
