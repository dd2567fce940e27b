package tender.agent.execution;

import java.nio.file.Path;
import java.util.List;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskOutcome;
import tender.bagfile.WorkOrder;

/** The market, as far as the agent needs it. All but {@link #send} wait for an answer. */
public interface MarketPort {

  /** Says something; it may be lost, and core says it again. */
  void send(Message.ToMetascheduler message);

  /** Tells the auction what stands free; it may be lost, and the next one makes up for it. */
  void publish(Message.SlotsPublished published);

  WorkOrder describe(BagId bag);

  void fetch(BagId bag, Digest digest, Path to);

  /** Hands over files of results; returns when they are safely stored. */
  void deliver(ReservationId id, List<TaskOutcome> outcomes, Path pack);
}
