package tender.simulator.faults;

import java.util.List;
import tender.core.message.Message;
import tender.core.store.OutboxMessage;

/** Carries messages between replicas and agents, as badly as the faults say. */
final class FaultyNetwork {
  private final SimulationContext context;
  private final List<Replica> replicas;

  /**
   * @param replicas may be filled in later
   */
  FaultyNetwork(SimulationContext stage, List<Replica> replicas) {
    this.context = stage;
    this.replicas = replicas;
  }

  void toSite(FaultySite site, OutboxMessage owed) {
    if (site.inboundCutUntilMillis <= context.nowMillis()) {
      deliver(site, () -> site.receive(owed));
    }
  }

  /** To whichever replica the agent happens to be connected to. */
  void toServer(FaultySite from, Message.ToMetascheduler message) {
    if (from.outboundCutUntilMillis <= context.nowMillis()) {
      deliver(from, () -> context.random.pick(replicas).receive(from.id(), message));
    }
  }

  void acknowledge(FaultySite from, OutboxMessage.Id id) {
    if (from.outboundCutUntilMillis <= context.nowMillis()) {
      deliver(from, () -> context.random.pick(replicas).acknowledge(id));
    }
  }

  private void deliver(FaultySite site, Runnable delivery) {
    if (context.injects(Fault.MESSAGE_LOST, site.name())) {
      site.linkFaulted = true;
      return;
    }
    context.after(delayMillis(site), delivery);
    if (context.injects(Fault.MESSAGE_DOUBLED, site.name())) {
      context.after(delayMillis(site), delivery);
    }
  }

  private long delayMillis(FaultySite site) {
    if (context.injects(Fault.MESSAGE_DELAYED, site.name())) {
      site.linkFaulted = true;
      return context.random.between(500, 180_000);
    }
    return context.random.between(5, 50);
  }
}
