package tender.agent.execution;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.Optional;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.BatchReservation;
import tender.agent.batch.QueueSnapshot;

/** Has processors kept for parts by the batch system. */
public final class PartReserver {
  private static final Logger LOG = System.getLogger(PartReserver.class.getName());

  private final BatchSystem batch;
  private final BatchExecutor executor;
  private final Clock clock;

  public PartReserver(BatchSystem batch, BatchExecutor hands, Clock clock) {
    this.batch = batch;
    this.executor = hands;
    this.clock = clock;
  }

  /** Whether the part can be counted on: its processors are kept, or need not be. */
  public boolean reserve(PartExecution atSite, QueueSnapshot queue, int processors) {
    long nowMillis = clock.millis();
    ReservationPlanner planner =
        new ReservationPlanner(
            processors,
            queue,
            atSite.part.job().width(),
            executor.limitMillis(atSite.part.job().durationMillis()),
            nowMillis);
    Optional<BatchReservation> wanted = planner.plan(atSite.name, atSite.part.job(), nowMillis);
    if (wanted.isEmpty()) {
      LOG.log(Level.INFO, "{0}: no block of processors fits, so none is kept.", atSite.id);
      return true;
    }
    try {
      atSite.isReserved = batch.reserve(wanted.get());
      return atSite.isReserved;
    } catch (BatchSystemException e) {
      LOG.log(Level.WARNING, "{0}: processors cannot be kept: {1}", atSite.id, e.getMessage());
      return e.kind() == BatchSystemException.Kind.REFUSED;
    }
  }
}
