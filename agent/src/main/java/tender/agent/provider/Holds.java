package tender.agent.provider;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.Optional;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.Hold;
import tender.agent.batch.Queue;

/** Has processors kept for parts by the batch system. */
final class Holds {
  private static final Logger LOG = System.getLogger(Holds.class.getName());

  private final BatchSystem batch;
  private final Hands hands;
  private final Clock clock;

  Holds(BatchSystem batch, Hands hands, Clock clock) {
    this.batch = batch;
    this.hands = hands;
    this.clock = clock;
  }

  /** Whether the part can be counted on: its processors are kept, or need not be. */
  boolean hold(PartAtSite atSite, Queue queue, int processors) {
    long nowMillis = clock.millis();
    HoldPlanner planner =
        new HoldPlanner(
            processors,
            queue,
            atSite.part.job().width(),
            hands.limitMillis(atSite.part.job().durationMillis()),
            nowMillis);
    Optional<Hold> wanted = planner.plan(atSite.name, atSite.part.job(), nowMillis);
    if (wanted.isEmpty()) {
      LOG.log(Level.INFO, "{0}: no block of processors fits, so none is kept.", atSite.id);
      return true;
    }
    try {
      atSite.held = batch.reserve(wanted.get());
      return atSite.held;
    } catch (BatchSystemException e) {
      LOG.log(Level.WARNING, "{0}: processors cannot be kept: {1}", atSite.id, e.getMessage());
      return e.kind() == BatchSystemException.Kind.REFUSED;
    }
  }
}
