package tender.agent.observe;

import java.nio.file.Path;
import java.util.List;
import tender.agent.provider.MarketSide;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.work.Digest;
import tender.work.Outcome;
import tender.work.WorkOrder;

/** The way to the market, with what is said on it counted. */
public record WatchedMarket(MarketSide market, AgentMeters meters) implements MarketSide {
  @Override
  public void send(Message.ToMetascheduler message) {
    market.send(message);
    meters.said(message);
  }

  @Override
  public void publish(Message.Published published) {
    market.publish(published);
    meters.said(published);
  }

  @Override
  public WorkOrder describe(BagId bag) {
    return market.describe(bag);
  }

  @Override
  public void fetch(BagId bag, Digest digest, Path to) {
    market.fetch(bag, digest, to);
  }

  @Override
  public void deliver(ReservationId id, List<Outcome> outcomes, Path pack) {
    market.deliver(id, outcomes, pack);
  }
}
