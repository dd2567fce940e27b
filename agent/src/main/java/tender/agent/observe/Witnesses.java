package tender.agent.observe;

import java.util.List;
import tender.agent.provider.Witness;
import tender.core.message.ReservationId;
import tender.core.provider.HeldPart;
import tender.observe.Onlookers;

/** Several that look on. */
public final class Witnesses implements Witness {
  private final Onlookers<Witness> all;

  public Witnesses(List<Witness> all) {
    this.all = new Onlookers<>(all);
  }

  @Override
  public void committed(HeldPart part, long nowMillis) {
    all.tell(one -> one.committed(part, nowMillis));
  }

  @Override
  public void resumed(HeldPart part, long nowMillis) {
    all.tell(one -> one.resumed(part, nowMillis));
  }

  @Override
  public void staged(ReservationId part, long fromMillis, long untilMillis) {
    all.tell(one -> one.staged(part, fromMillis, untilMillis));
  }

  @Override
  public void submitted(ReservationId part, int tasks, int jobs) {
    all.tell(one -> one.submitted(part, tasks, jobs));
  }

  @Override
  public void delivered(ReservationId part, Delivery delivery) {
    all.tell(one -> one.delivered(part, delivery));
  }

  @Override
  public void ended(HeldPart part, long nowMillis) {
    all.tell(one -> one.ended(part, nowMillis));
  }

  @Override
  public void released(HeldPart part, long nowMillis) {
    all.tell(one -> one.released(part, nowMillis));
  }
}
