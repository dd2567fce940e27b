package tender.simulator.faults;

import java.util.List;
import tender.core.message.Message;
import tender.core.store.Owed;

/** Carries messages between replicas and agents, as badly as the faults say. */
final class Network {
  private final Stage stage;
  private final List<Replica> replicas;

  /**
   * @param replicas may be filled in later
   */
  Network(Stage stage, List<Replica> replicas) {
    this.stage = stage;
    this.replicas = replicas;
  }

  void toSite(Site site, Owed owed) {
    if (site.cutToSiteUntilMillis <= stage.nowMillis()) {
      carry(site, () -> site.receive(owed));
    }
  }

  /** To whichever replica the agent happens to be connected to. */
  void toMarket(Site from, Message.ToMetascheduler message) {
    if (from.cutToMarketUntilMillis <= stage.nowMillis()) {
      carry(from, () -> stage.dice.pick(replicas).receive(from.id(), message));
    }
  }

  void acknowledge(Site from, Owed.Id id) {
    if (from.cutToMarketUntilMillis <= stage.nowMillis()) {
      carry(from, () -> stage.dice.pick(replicas).acknowledge(id));
    }
  }

  private void carry(Site site, Runnable delivery) {
    if (stage.strikes(Fault.MESSAGE_LOST, site.name())) {
      site.linkFaulted = true;
      return;
    }
    stage.after(delayMillis(site), delivery);
    if (stage.strikes(Fault.MESSAGE_DOUBLED, site.name())) {
      stage.after(delayMillis(site), delivery);
    }
  }

  private long delayMillis(Site site) {
    if (stage.strikes(Fault.MESSAGE_DELAYED, site.name())) {
      site.linkFaulted = true;
      return stage.dice.between(500, 180_000);
    }
    return stage.dice.between(5, 50);
  }
}
