package tender.core.provider.state;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.promise.Slack;

/** Something that a provider wants done. */
public sealed interface ProviderEffect {

  /** Store this safely, in place of what was stored of the same reservation, before all else. */
  record StoreReservation(ReservationRecord reservation) implements ProviderEffect {}

  /** Send a message to the metascheduler. */
  record Send(Message.ToMetascheduler message) implements ProviderEffect {}

  /** Start these tasks now. */
  record StartTasks(JobRun run) implements ProviderEffect {}

  /** Nothing more is done for this reservation: what waits or runs of it may be cancelled. */
  record StopPart(ReservationId id) implements ProviderEffect {}

  /** Store this in place of what was learned before; it is worth keeping, but can be spared. */
  record StoreSlack(Slack slack) implements ProviderEffect {}

  /** What was stored of these reservations is no longer needed. */
  record DeleteReservations(List<ReservationId> ids) implements ProviderEffect {
    public DeleteReservations {
      ids = List.copyOf(ids);
    }
  }

  /**
   * Tell a local user by when the job will be done.
   *
   * @param job with the deadline that is promised, which may be later than the one asked for
   */
  record LocalJobPromised(Job job, long requestedMillis) implements ProviderEffect {}

  /**
   * Let what waits at the batch system go forward in this order, as far as it can be brought about
   * by giving way.
   */
  record ReorderQueue(List<JobId> waiting) implements ProviderEffect {
    public ReorderQueue {
      waiting = List.copyOf(waiting);
    }
  }

  /** Estimate the tasks of this bag and say {@link ProviderEvent.EstimateReady}, whatever comes of it. */
  record RequestEstimate(Message.Call call) implements ProviderEffect {}

  /**
   * From now on these parts have these shares of the processors, and nobody else has any.
   *
   * @param shares from 0 to 1
   */
  record SetShares(Map<ReservationId, Double> shares) implements ProviderEffect {
    public SetShares {
      shares = new LinkedHashMap<>(shares);
    }
  }

  /** Wake me at an instant; only the last such wish counts. */
  record SetTimer(long instantMillis) implements ProviderEffect {}
}
