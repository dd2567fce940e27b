package tender.core.provider.state;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.promise.Slack;

/** An effect that the driver of the provider carries out. */
public sealed interface ProviderEffect {

  /** Stores a reservation durably, replacing its earlier record, before any other effect. */
  record StoreReservation(ReservationRecord reservation) implements ProviderEffect {}

  /** Sends a message to the metascheduler. */
  record Send(Message.ToMetascheduler message) implements ProviderEffect {}

  /** Starts these tasks now. */
  record StartTasks(JobRun run) implements ProviderEffect {}

  /** Cancels what is still waiting or running for this reservation. */
  record StopPart(ReservationId id) implements ProviderEffect {}

  /** Stores what was learned about forecasts; losing it does no harm. */
  record StoreSlack(Slack slack) implements ProviderEffect {}

  /** Deletes the records of these reservations. */
  record DeleteReservations(List<ReservationId> ids) implements ProviderEffect {
    public DeleteReservations {
      ids = List.copyOf(ids);
    }
  }

  /**
   * Reports to a local user when the job will be done.
   *
   * @param job with the promised deadline, which may be later than the requested one
   */
  record LocalJobPromised(Job job, long requestedMillis) implements ProviderEffect {}

  /** Reorders the waiting jobs at the batch system, as far as holding jobs back can achieve it. */
  record ReorderQueue(List<JobId> waiting) implements ProviderEffect {
    public ReorderQueue {
      waiting = List.copyOf(waiting);
    }
  }

  /**
   * Estimates the tasks of this bag; the driver always answers with {@link
   * ProviderEvent.EstimateReady}.
   */
  record RequestEstimate(Message.Call call) implements ProviderEffect {}

  /**
   * Sets the shares of the processors that parts have from now on; all other parts have none.
   *
   * @param shares from 0 to 1
   */
  record SetShares(Map<ReservationId, Double> shares) implements ProviderEffect {
    public SetShares {
      shares = new LinkedHashMap<>(shares);
    }
  }

  /** Sets the provider's only timer, replacing the previous one. */
  record SetTimer(long instantMillis) implements ProviderEffect {}
}
