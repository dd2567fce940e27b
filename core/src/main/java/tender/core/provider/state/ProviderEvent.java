package tender.core.provider.state;

import java.util.LinkedHashMap;
import java.util.Map;
import tender.core.estimate.TransferTime;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.Job;

/** An event that a provider's state machine handles. */
public sealed interface ProviderEvent {

  /** A local user submits a job, with the deadline that the user requests. */
  record LocalJobSubmitted(Job job) implements ProviderEvent {}

  /** A message from the metascheduler. */
  record MessageReceived(Message.ToProvider message) implements ProviderEvent {}

  /** Tasks that were started together have ended, possibly earlier than estimated. */
  record TasksEnded(JobRun run) implements ProviderEvent {}

  /** Tasks that were started together have stopped without a result and must be started again. */
  record TasksInterrupted(JobRun run) implements ProviderEvent {}

  /**
   * Tasks of a part were killed at their time limit and must be started again with a longer one.
   */
  record TimeLimitReached(JobRun run) implements ProviderEvent {}

  /** The queue of a batch system that starts jobs on its own was observed. */
  record QueueChanged(QueueDelta delta) implements ProviderEvent {}

  /**
   * An estimate that the provider requested; it applies to all calls for the bag.
   *
   * @param estimateMillis run time of one task on the reference processor
   */
  record EstimateReady(CallId call, long estimateMillis) implements ProviderEvent {}

  /**
   * An estimate of a bag whose parts were reserved by the user's estimate. From now on the parts
   * are planned by it if it is shorter; a longer one is ignored, because the promise relies on the
   * user's.
   *
   * @param estimateMillis run time of one task on the reference processor
   */
  record EstimateImproved(BagId bag, long estimateMillis) implements ProviderEvent {}

  /**
   * How busy local users have kept the cluster. Their future jobs come first, so work takes longer
   * than planned by as much.
   *
   * @param busyShare the mean share of the processors that local jobs have used, from 0 to 1
   */
  record LocalLoadObserved(double busyShare) implements ProviderEvent {}

  /**
   * How long the transfer of a bag's data will take, if this provider runs all of it or a part. It
   * comes before the call whose offers include it; a later one replaces it.
   */
  record TransferExpected(BagId bag, TransferTime time) implements ProviderEvent {}

  /**
   * The run time of a part's tasks was measured without relying on the tasks, for its bill. A
   * repeated or smaller measurement changes nothing.
   *
   * @param ranMillis total run time of all its tasks so far, ended or not
   */
  record UsageMeasured(ReservationId id, long ranMillis) implements ProviderEvent {}

  /** The owner gives up a part. The market places its tasks elsewhere and pays nothing more. */
  record PartDropped(ReservationId id) implements ProviderEvent {}

  /**
   * The market's database was restored to a time at which it did not know this reservation, or knew
   * less of it. The provider stops the part and forgets it, because the market may use its id again
   * for other tasks.
   */
  record ReservationForgotten(ReservationId id) implements ProviderEvent {}

  /** The batch system could not hold capacity for a new reservation. */
  record ReservationFailed(ReservationId id) implements ProviderEvent {}

  /**
   * An interval of a time-shared provider has ended; its length is the time since the last one.
   *
   * @param usedProcessorMillis processor time that each part has used since it began
   */
  record ShareIntervalEnded(Map<ReservationId, Long> usedProcessorMillis) implements ProviderEvent {
    public ShareIntervalEnded {
      usedProcessorMillis = new LinkedHashMap<>(usedProcessorMillis);
    }
  }

  /** The time has come for which the provider set its timer. */
  record TimerFired() implements ProviderEvent {}
}
