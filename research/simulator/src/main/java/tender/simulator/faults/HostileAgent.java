package tender.simulator.faults;

import java.util.HashMap;
import java.util.Map;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.store.OutboxMessage;
import tender.simulator.faults.seed.Fault;
import tender.simulator.faults.seed.SimulationContext;
import tender.simulator.faults.store.AgentIdentities.AgentIdentity;

/**
 * An enrolled agent that attacks the other providers: it acknowledges their messages, delivers
 * results without a part, and uses their old identities. It knows all messages to others, which a
 * real attacker would have to guess, and does its own work correctly.
 */
final class HostileAgent {
  private final FaultySite site;
  private final FaultSimulation simulation;
  private final SimulationContext context;

  /** Identities of other providers that were replaced when these enrolled again. */
  private final Map<ProviderId, AgentIdentity> oldIdentities = new HashMap<>();

  HostileAgent(FaultySite site, FaultSimulation simulation) {
    this.site = site;
    this.simulation = simulation;
    context = simulation.context();
  }

  /** Copies an identity that its provider no longer uses. */
  void copyIdentity(AgentIdentity old) {
    oldIdentities.put(old.provider(), old);
  }

  /** The server sends a message; the attacks refer to it. */
  void observe(OutboxMessage message) {
    if (message.to().equals(site.id())) {
      return;
    }
    if (context.injects(Fault.ACKNOWLEDGED_FOR_OTHER, site.name())) {
      simulation.network().acknowledge(site, site.identity(), message.id());
    }
    AgentIdentity old = oldIdentities.get(message.to());
    if (message.message() instanceof Message.Commit(ReservationId part, TaskSet tasks)) {
      ReservationId invented = new ReservationId(part.call(), part.attempt(), site.id());
      if (site.storedReservation(invented) == null
          && context.injects(Fault.DELIVERED_WITHOUT_PART, site.name())) {
        report(site.identity(), invented, tasks);
      }
      if (old != null && context.injects(Fault.OLD_IDENTITY_USED, site.name())) {
        report(old, part, tasks);
      }
    } else if (old != null && context.injects(Fault.OLD_IDENTITY_USED, site.name())) {
      simulation.network().acknowledge(site, old, message.id());
    }
  }

  private void report(AgentIdentity identity, ReservationId part, TaskSet tasks) {
    simulation
        .network()
        .toServer(
            site,
            identity,
            new Message.Results(part, tasks, site.clockMillis(), new Money(Long.MAX_VALUE)));
  }
}
