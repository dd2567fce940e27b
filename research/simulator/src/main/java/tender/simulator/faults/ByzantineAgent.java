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
final class ByzantineAgent {
  private static final int MAX_REMEMBERED = 20;

  private final FaultySite site;
  private final FaultSimulation world;
  private final SimulationContext stage;
  private final List<Message.ToMetascheduler> sent = new ArrayList<>();

  ByzantineAgent(FaultySite site, FaultSimulation world) {
    this.site = site;
    this.world = world;
    stage = world.context();
  }

  void messageSent(Message.ToMetascheduler truth) {
    sent.add(truth);
    if (sent.size() > MAX_REMEMBERED) {
      sent.removeFirst();
    }
    if (stage.injects(Fault.AGENT_LIED, site.name())) {
      site.faulted = true;
      Message.ToMetascheduler lie = invent(truth);
      stage.record(site.name(), () -> "lies " + lie);
      world.network().toServer(site, lie);
    }
  }

  private Message.ToMetascheduler invent(Message.ToMetascheduler truth) {
    CallId call = truth.call();
    ProviderId name = stage.random.chance(0.5) ? site.id() : stage.random.pick(world.sites()).id();
    ReservationId reservation = new ReservationId(call, stage.random.between(1, 2), name);
    long nowMillis = site.clockMillis();
    return switch (stage.random.between(0, 5)) {
      case 0 -> stage.random.pick(sent);
      case 1 ->
          new Message.Offers(
              call,
              name,
              stage.random.between(0, 3),
              List.of(Offer.free(stage.random.pick(world.sites()).id(), 50, nowMillis + 1_000)),
              Disclosure.NOTHING,
              nowMillis,
              nowMillis + 10_000);
      case 2 ->
          new Message.Results(
              reservation, TaskSet.first(stage.random.between(0, 80)), 0, new Money(Long.MAX_VALUE));
      case 3 -> new Message.Committed(reservation);
      case 4 -> new Message.Reserved(reservation, nowMillis);
      default -> new Message.Refused(reservation, Message.RefusalReason.LEASE_EXPIRED, List.of());
    };
  }
}
