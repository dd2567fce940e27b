package tender.cell;

import java.nio.file.Path;
import java.util.List;
import tender.bagfile.Digest;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;

/** The market of which the cell is a provider. */
interface OuterMarket {

  /** Sends a message. It may be lost; the market asks again. */
  void send(Message.ToMetascheduler message);

  WorkOrder workOrder(BagId bag);

  void fetch(BagId bag, Digest digest, Path to);

  /** Delivers results; returns when the market has stored them. */
  void deliver(ReservationId id, List<TaskOutcome> outcomes, Path pack);
}
