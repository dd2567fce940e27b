package tender.core.provider.state;

import java.util.LinkedHashMap;
import java.util.Map;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Job;

/** Something that happens to a provider. */
public sealed interface ProviderEvent {

  /** A local user hands in a job; its deadline is what the user asks for. */
  record LocalJobSubmitted(Job job) implements ProviderEvent {}

  /** A message of the metascheduler. */
  record MessageReceived(Message.ToProvider message) implements ProviderEvent {}

  /** Tasks that were started together have ended, perhaps earlier than their estimate. */
  record TasksEnded(JobRun run) implements ProviderEvent {}

  /** Tasks that were started together have stopped without a result and must be started again. */
  record TasksInterrupted(JobRun run) implements ProviderEvent {}

  /** Parts' tasks were killed at their limit and must be started again with a longer one. */
  record TimeLimitReached(JobRun run) implements ProviderEvent {}

  /** A batch system of its own mind was looked at. */
  record QueueChanged(QueueDelta delta) implements ProviderEvent {}

  /**
   * An estimate that was asked for, which holds for all calls for the bag.
   *
   * @param estimateMillis how long one task takes on the reference processor
   */
  record EstimateReady(CallId call, long estimateMillis) implements ProviderEvent {}

  /** The batch system has no room for what was just held. */
  record ReservationFailed(ReservationId id) implements ProviderEvent {}

  /**
   * An interval is over in which time was shared; its length is the time since the last.
   *
   * @param usedMillis processor time that parts have used since they began, of all that did
   */
  record ShareIntervalEnded(Map<ReservationId, Long> usedProcessorMillis) implements ProviderEvent {
    public ShareIntervalEnded {
      usedProcessorMillis = new LinkedHashMap<>(usedProcessorMillis);
    }
  }

  /** An instant has come at which the provider asked to be woken. */
  record TimerFired() implements ProviderEvent {}
}
