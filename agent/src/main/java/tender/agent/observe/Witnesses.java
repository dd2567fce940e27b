package tender.agent.observe;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;
import tender.agent.provider.Witness;
import tender.core.message.ReservationId;
import tender.core.provider.HeldPart;

/** Several that look on. One that stumbles disturbs neither the others nor what it looks at. */
public final class Witnesses implements Witness {
  private static final Logger LOG = System.getLogger(Witnesses.class.getName());

  private final List<Witness> all;

  public Witnesses(List<Witness> all) {
    this.all = List.copyOf(all);
  }

  private void tell(Consumer<Witness> what) {
    for (Witness one : all) {
      try {
        what.accept(one);
      } catch (RuntimeException e) {
        LOG.log(Level.ERROR, "Something that happened was not noted.", e);
      }
    }
  }

  @Override
  public void committed(HeldPart part, long nowMillis) {
    tell(one -> one.committed(part, nowMillis));
  }

  @Override
  public void resumed(HeldPart part, long nowMillis) {
    tell(one -> one.resumed(part, nowMillis));
  }

  @Override
  public void staged(ReservationId part, long fromMillis, long untilMillis) {
    tell(one -> one.staged(part, fromMillis, untilMillis));
  }

  @Override
  public void submitted(ReservationId part, int tasks, int jobs) {
    tell(one -> one.submitted(part, tasks, jobs));
  }

  @Override
  public void delivered(ReservationId part, Delivery delivery) {
    tell(one -> one.delivered(part, delivery));
  }

  @Override
  public void ended(HeldPart part, long nowMillis) {
    tell(one -> one.ended(part, nowMillis));
  }

  @Override
  public void released(HeldPart part, long nowMillis) {
    tell(one -> one.released(part, nowMillis));
  }
}
