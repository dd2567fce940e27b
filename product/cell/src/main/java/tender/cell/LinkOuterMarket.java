package tender.cell;

import java.nio.file.Path;
import java.util.List;
import tender.agent.link.MarketLink;
import tender.bagfile.Digest;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;

/** The other market, reached by an agent's link. */
record LinkOuterMarket(MarketLink link) implements OuterMarket {
  @Override
  public void send(Message.ToMetascheduler message) {
    link.send(message);
  }

  @Override
  public WorkOrder workOrder(BagId bag) {
    return link.describe(bag).order();
  }

  @Override
  public void fetch(BagId bag, Digest digest, Path to) {
    link.fetch(bag, digest, to);
  }

  @Override
  public void deliver(ReservationId id, List<TaskOutcome> outcomes, Path pack) {
    link.deliver(id, outcomes, pack);
  }
}
