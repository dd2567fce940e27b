package tender.simulator.faults;

import java.util.List;
import tender.core.message.Message;
import tender.core.store.OutboxMessage;
import tender.simulator.faults.seed.Fault;
import tender.simulator.faults.seed.SimulationContext;
import tender.simulator.faults.store.AgentIdentities.AgentIdentity;

/** Delivers messages between replicas and agents, and loses, delays or duplicates some. */
final class FaultyNetwork {
  private final SimulationContext context;
  private final List<Replica> replicas;

  /**
   * @param replicas may be filled after construction
   */
  FaultyNetwork(SimulationContext context, List<Replica> replicas) {
    this.context = context;
    this.replicas = replicas;
  }

  void toSite(FaultySite site, OutboxMessage message) {
    if (site.link().isInboundUp()) {
      deliver(site, () -> site.receive(message));
    }
  }

  /**
   * Sends to a random replica, since an agent may be connected to any of them.
   *
   * @param identity the identity of the connection, which is another one than the sender's if the
   *     sender is hostile
   */
  void toServer(FaultySite from, AgentIdentity identity, Message.ToMetascheduler message) {
    if (from.link().isOutboundUp()) {
      deliver(from, () -> context.random().pick(replicas).receive(from.id(), identity, message));
    }
  }

  void acknowledge(FaultySite from, AgentIdentity identity, OutboxMessage.Id id) {
    if (from.link().isOutboundUp()) {
      deliver(from, () -> context.random().pick(replicas).acknowledge(identity, id));
    }
  }

  private void deliver(FaultySite site, Runnable delivery) {
    if (context.injects(Fault.MESSAGE_LOST, site.name())) {
      site.link().faulted = true;
      return;
    }
    context.after(delayMillis(site), delivery);
    if (context.injects(Fault.MESSAGE_DOUBLED, site.name())) {
      context.after(delayMillis(site), delivery);
    }
  }

  private long delayMillis(FaultySite site) {
    if (context.injects(Fault.MESSAGE_DELAYED, site.name())) {
      site.link().faulted = true;
      return context.random().between(500, 180_000);
    }
    return context.random().between(5, 50);
  }
}
