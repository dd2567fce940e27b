package tender.agent.telemetry;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tender.agent.execution.PartListener;
import tender.core.message.ReservationId;
import tender.core.provider.state.ReservedPart;

/**
 * A part's life at this site as short lines, to which the log's format adds the bag and the part,
 * which it finds among the parameters. Arrays and packs may come as often as tasks end; all but a
 * part's first array are for those who look for them.
 */
public final class PartLog implements PartListener {
  private static final Logger LOG = System.getLogger(PartLog.class.getName());

  private final Set<ReservationId> started = ConcurrentHashMap.newKeySet();

  @Override
  public void committed(ReservedPart part, long nowMillis) {
    LOG.log(
        Level.INFO,
        "Committed: {0} tasks by {1}.",
        Integer.toString(part.tasks().size()),
        Instant.ofEpochMilli(part.job().deadlineMillis()),
        part.id());
  }

  @Override
  public void resumed(ReservedPart part, long nowMillis) {
    LOG.log(
        Level.INFO,
        "Goes on: {0} of {1} tasks are left.",
        Integer.toString(part.tasks().size() - part.endedTasks().size()),
        Integer.toString(part.tasks().size()),
        part.id());
  }

  @Override
  public void staged(ReservationId part, long fromMillis, long untilMillis) {
    LOG.log(
        Level.DEBUG,
        "Its work is here after {0} ms.",
        Long.toString(untilMillis - fromMillis),
        part);
  }

  @Override
  public void submitted(ReservationId part, int tasks, int jobs) {
    LOG.log(
        started.add(part) ? Level.INFO : Level.DEBUG,
        "Started: {0} tasks are with the batch system, as {1} jobs.",
        Integer.toString(tasks),
        Integer.toString(jobs),
        part);
  }

  @Override
  public void delivered(ReservationId part, PackDelivery delivery) {
    LOG.log(
        Level.DEBUG,
        "Delivered {0} results, {1} bytes.",
        Integer.toString(delivery.tasks()),
        Long.toString(delivery.bytes()),
        part);
  }

  @Override
  public void ended(ReservedPart part, long nowMillis) {
    started.remove(part.id());
    LOG.log(
        Level.INFO, "Delivered: all {0} tasks.", Integer.toString(part.tasks().size()), part.id());
  }

  @Override
  public void released(ReservedPart part, long nowMillis) {
    started.remove(part.id());
    LOG.log(
        Level.INFO,
        "Released: {0} of {1} tasks had ended.",
        Integer.toString(part.endedTasks().size()),
        Integer.toString(part.tasks().size()),
        part.id());
  }
}
