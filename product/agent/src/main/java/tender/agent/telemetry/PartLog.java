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
 * Logs the events of parts. The log format adds bag and part, which it finds among the parameters.
 * Only a part's first array is logged at INFO, because arrays and packs may be as frequent as
 * tasks.
 */
public final class PartLog implements PartListener {
  private static final Logger LOG = System.getLogger(PartLog.class.getName());

  private final Set<ReservationId> started = ConcurrentHashMap.newKeySet();

  @Override
  public void committed(ReservedPart part, long nowMillis) {
    LOG.log(
        Level.INFO,
        "Part committed: tasks={0}, deadline={1}",
        Integer.toString(part.tasks().size()),
        Instant.ofEpochMilli(part.job().deadlineMillis()),
        part.id());
  }

  @Override
  public void resumed(ReservedPart part, long nowMillis) {
    LOG.log(
        Level.INFO,
        "Part resumed: remaining={0}, tasks={1}",
        Integer.toString(part.tasks().size() - part.endedTasks().size()),
        Integer.toString(part.tasks().size()),
        part.id());
  }

  @Override
  public void staged(ReservationId part, long fromMillis, long untilMillis) {
    LOG.log(Level.DEBUG, "Part staged: millis={0}", Long.toString(untilMillis - fromMillis), part);
  }

  @Override
  public void submitted(ReservationId part, int tasks, int jobs) {
    LOG.log(
        started.add(part) ? Level.INFO : Level.DEBUG,
        "Tasks submitted: tasks={0}, jobs={1}",
        Integer.toString(tasks),
        Integer.toString(jobs),
        part);
  }

  @Override
  public void delivered(ReservationId part, PackDelivery delivery) {
    LOG.log(
        Level.DEBUG,
        "Results delivered: tasks={0}, bytes={1}",
        Integer.toString(delivery.tasks()),
        Long.toString(delivery.bytes()),
        part);
  }

  @Override
  public void ended(ReservedPart part, long nowMillis) {
    started.remove(part.id());
    LOG.log(
        Level.INFO,
        "All results delivered: tasks={0}",
        Integer.toString(part.tasks().size()),
        part.id());
  }

  @Override
  public void released(ReservedPart part, long nowMillis) {
    started.remove(part.id());
    LOG.log(
        Level.INFO,
        "Part released: ended={0}, tasks={1}",
        Integer.toString(part.endedTasks().size()),
        Integer.toString(part.tasks().size()),
        part.id());
  }
}
