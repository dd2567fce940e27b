package tender.core.provider;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.promise.Slack;

/** Something that a provider wants done. */
public sealed interface Effect {

  /** Store this safely, in place of what was stored of the same reservation, before all else. */
  record Remember(Kept kept) implements Effect {}

  /** Send a message to the metascheduler. */
  record Send(Message.ToMetascheduler message) implements Effect {}

  /** Start these tasks now. */
  record Start(Run run) implements Effect {}

  /** Nothing more is done for this reservation: what waits or runs of it may be cancelled. */
  record Stop(ReservationId id) implements Effect {}

  /** Store this in place of what was learned before; it is worth keeping, but can be spared. */
  record Learned(Slack slack) implements Effect {}

  /** What was stored of these reservations is no longer needed. */
  record Forget(List<ReservationId> ids) implements Effect {
    public Forget {
      ids = List.copyOf(ids);
    }
  }

  /**
   * Tell a local user by when the job will be done.
   *
   * @param job with the deadline that is promised, which may be later than the one asked for
   */
  record LocalPromised(Job job, long askedMillis) implements Effect {}

  /**
   * Let what waits at the batch system go forward in this order, as far as it can be brought about
   * by giving way.
   */
  record Order(List<JobId> waiting) implements Effect {
    public Order {
      waiting = List.copyOf(waiting);
    }
  }

  /** Estimate the tasks of this bag and say {@link Event.Estimated}, whatever comes of it. */
  record Estimate(Message.Call call) implements Effect {}

  /**
   * From now on these parts have these shares of the processors, and nobody else has any.
   *
   * @param shares from 0 to 1
   */
  record Share(Map<ReservationId, Double> shares) implements Effect {
    public Share {
      shares = new LinkedHashMap<>(shares);
    }
  }

  /** Wake me at an instant; only the last such wish counts. */
  record WakeAt(long instantMillis) implements Effect {}
}
