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
import tender.simulator.faults.seed.Fault;
import tender.simulator.faults.seed.SimulationContext;

/** Sends false messages beside the correct ones: outdated, invented, or in another's name. */
final class ByzantineAgent {
  private static final int MAX_REMEMBERED = 20;

  private final FaultySite site;
  private final FaultSimulation simulation;
  private final SimulationContext context;
  private final List<Message.ToMetascheduler> sent = new ArrayList<>();

  ByzantineAgent(FaultySite site, FaultSimulation simulation) {
    this.site = site;
    this.simulation = simulation;
    context = simulation.context();
  }

  void messageSent(Message.ToMetascheduler correct) {
    sent.add(correct);
    if (sent.size() > MAX_REMEMBERED) {
      sent.removeFirst();
    }
    if (context.injects(Fault.AGENT_LIED, site.name())) {
      site.faulted = true;
      Message.ToMetascheduler invented = invent(correct);
      context.record(site.name(), () -> "sends false message " + invented);
      simulation.network().toServer(site, site.identity(), invented);
    }
  }

  private Message.ToMetascheduler invent(Message.ToMetascheduler correct) {
    CallId call = correct.call();
    ProviderId name =
        context.random().chance(0.5) ? site.id() : context.random().pick(simulation.sites()).id();
    ReservationId reservation = new ReservationId(call, context.random().between(1, 2), name);
    long nowMillis = site.clockMillis();
    return switch (context.random().between(0, 5)) {
      case 0 -> context.random().pick(sent);
      case 1 ->
          new Message.Offers(
              call,
              name,
              context.random().between(0, 3),
              List.of(
                  Offer.free(
                      context.random().pick(simulation.sites()).id(), 50, nowMillis + 1_000)),
              Disclosure.NOTHING,
              nowMillis,
              nowMillis + 10_000);
      case 2 ->
          new Message.Results(
              reservation,
              TaskSet.first(context.random().between(0, 80)),
              0,
              new Money(Long.MAX_VALUE));
      case 3 -> new Message.Committed(reservation);
      case 4 -> new Message.Reserved(reservation, nowMillis);
      default -> new Message.Refused(reservation, Message.RefusalReason.LEASE_EXPIRED, List.of());
    };
  }
}
