package tender.simulator.faults;

import java.util.ArrayList;
import java.util.List;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;

/** An agent that says, beside what it should, what it should not: old, false or in other names. */
final class Liar {
  private static final int REMEMBERED = 20;

  private final Site site;
  private final World world;
  private final Stage stage;
  private final List<Message.ToMetascheduler> said = new ArrayList<>();

  Liar(Site site, World world) {
    this.site = site;
    this.world = world;
    stage = world.stage();
  }

  void lie(Message.ToMetascheduler truth) {
    said.add(truth);
    if (said.size() > REMEMBERED) {
      said.removeFirst();
    }
    if (stage.strikes(Fault.AGENT_LIED, site.name())) {
      site.faulted = true;
      Message.ToMetascheduler lie = invent(truth);
      stage.note(site.name(), () -> "lies " + lie);
      world.network().toMarket(site, lie);
    }
  }

  private Message.ToMetascheduler invent(Message.ToMetascheduler truth) {
    CallId call = truth.call();
    ProviderId name = stage.dice.chance(0.5) ? site.id() : stage.dice.pick(world.sites()).id();
    ReservationId reservation = new ReservationId(call, stage.dice.between(1, 2), name);
    long nowMillis = site.clockMillis();
    return switch (stage.dice.between(0, 5)) {
      case 0 -> stage.dice.pick(said);
      case 1 ->
          new Message.Offers(
              call,
              name,
              stage.dice.between(0, 3),
              List.of(Offer.free(stage.dice.pick(world.sites()).id(), 50, nowMillis + 1_000)),
              Disclosure.NOTHING,
              nowMillis,
              nowMillis + 10_000);
      case 2 ->
          new Message.Results(
              reservation, TaskSet.first(stage.dice.between(0, 80)), 0, new Money(Long.MAX_VALUE));
      case 3 -> new Message.Committed(reservation);
      case 4 -> new Message.Reserved(reservation, nowMillis);
      default -> new Message.Refused(reservation, Message.Refusal.LEASE_ENDED, List.of());
    };
  }
}
