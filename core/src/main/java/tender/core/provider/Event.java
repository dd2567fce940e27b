package tender.core.provider;

import java.util.LinkedHashMap;
import java.util.Map;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Job;

/** Something that happens to a provider. */
public sealed interface Event {

  /** A local user hands in a job; its deadline is what the user asks for. */
  record LocalSubmitted(Job job) implements Event {}

  /** A message of the metascheduler. */
  record Received(Message.ToProvider message) implements Event {}

  /** Tasks that were started together have ended, perhaps earlier than their estimate. */
  record TasksEnded(Run run) implements Event {}

  /** Tasks that were started together have stopped without a result and must be started again. */
  record TasksStopped(Run run) implements Event {}

  /** Parts' tasks were killed at their limit and must be started again with a longer one. */
  record LimitReached(Run run) implements Event {}

  /** A batch system of its own mind was looked at. */
  record QueueSeen(Sighting sighting) implements Event {}

  /**
   * An estimate that was asked for, which holds for all calls for the bag.
   *
   * @param estimateMillis how long one task takes on the reference processor
   */
  record Estimated(CallId call, long estimateMillis) implements Event {}

  /** The batch system has no room for what was just held. */
  record CannotHold(ReservationId id) implements Event {}

  /**
   * An interval is over in which time was shared; its length is the time since the last.
   *
   * @param usedMillis processor time that parts have used since they began, of all that did
   */
  record IntervalOver(Map<ReservationId, Long> usedMillis) implements Event {
    public IntervalOver {
      usedMillis = new LinkedHashMap<>(usedMillis);
    }
  }

  /** An instant has come at which the provider asked to be woken. */
  record Woken() implements Event {}
}
