package tender.agent.reservation;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.Optional;
import tender.agent.batch.BatchReservation;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.QueueSnapshot;
import tender.agent.execution.ExecutionSettings;
import tender.agent.tasks.PartIdentity;
import tender.core.message.ReservationId;
import tender.core.model.Job;

/** Reserves processors for parts with the batch system. */
public record PartReserver(BatchSystem batch, ExecutionSettings settings, Clock clock) {
  private static final Logger LOG = System.getLogger(PartReserver.class.getName());

  /** Whether a part has a reservation, and whether it can be promised. */
  public enum Outcome {
    /** The batch system has reserved processors. */
    RESERVED,
    /** The part can run without a reservation. */
    UNRESERVED,
    /** There are no processors for the part, or the batch system did not answer. */
    FAILED
  }

  /** Tries to reserve processors for a part. */
  public Outcome reserve(ReservationId id, Job job, QueueSnapshot queue, int processors) {
    long nowMillis = clock.millis();
    ReservationPlanner planner =
        new ReservationPlanner(
            processors,
            queue,
            job.width(),
            settings.taskLimitMillis(job.durationMillis()),
            nowMillis);
    Optional<BatchReservation> wanted = planner.plan(PartIdentity.name(id), job, nowMillis);
    if (wanted.isEmpty()) {
      // Without a reservation local jobs could delay a part that was promised as firm.
      LOG.log(Level.INFO, "No block of processors fits the part; it is refused.", id);
      return Outcome.FAILED;
    }
    try {
      return batch.reserve(wanted.get()) ? Outcome.RESERVED : Outcome.FAILED;
    } catch (BatchSystemException e) {
      LOG.log(Level.WARNING, "Cannot reserve processors for a part: cause={0}", e.getMessage(), id);
      return e.kind() == BatchSystemException.Kind.REFUSED ? Outcome.UNRESERVED : Outcome.FAILED;
    }
  }
}
