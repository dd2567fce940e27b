package tender.agent.planning;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tender.agent.estimate.TaskTimeEstimate;
import tender.agent.estimate.TaskTimeEstimator;
import tender.agent.owner.DisclosureLog;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.model.Cluster;
import tender.core.model.Time;
import tender.core.provider.state.ProviderEvent;

/**
 * Makes the estimates that core requests, and passes them to core. Used by the event loop only.
 *
 * @param planned the cluster with which core plans at present
 */
record EstimateRequests(
    TaskTimeEstimator estimator,
    EventLoop eventLoop,
    DisclosureLog disclosures,
    BooleanSupplier isQueueStale,
    Supplier<Cluster> planned,
    Consumer<ProviderEvent> events) {
  private static final long STALE_QUEUE_PAUSE_MILLIS = 2 * Time.SECOND_MILLIS;

  void request(Message.Call call) {
    estimator.estimate(
        call.id().bag(),
        call.bag().estimateMillis(),
        estimate -> eventLoop.submit(() -> estimated(call.id(), estimate)));
  }

  /** Waits while the queue is stale, because core would make offers. */
  private void estimated(CallId call, TaskTimeEstimate estimate) {
    if (isQueueStale.getAsBoolean()) {
      eventLoop.schedule(STALE_QUEUE_PAUSE_MILLIS, () -> estimated(call, estimate));
    } else {
      disclosures.estimated(call, estimate.source().name());
      events.accept(
          new ProviderEvent.EstimateReady(call, planned.get().referenceMillis(estimate.millis())));
    }
  }
}
