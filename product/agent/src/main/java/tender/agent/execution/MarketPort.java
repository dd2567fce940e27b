package tender.agent.execution;

import java.nio.file.Path;
import java.util.List;
import tender.agent.files.KeptOutputSender;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.protocol.BagDescription;

/**
 * The agent's port to the market. All methods except {@link #send}, {@link #publish} and {@link
 * #report} wait for an answer.
 */
public interface MarketPort extends KeptOutputSender.Market {

  /** Sends a message. It may be lost; core repeats it. */
  void send(Message.ToMetascheduler message);

  /** Publishes free slots to the auction. It may be lost; the next one replaces it. */
  void publish(Message.SlotsPublished published);

  /** Reports failed attempts. It may be lost; the next report replaces it. */
  void report(Message.AttemptsFailed report);

  BagDescription describe(BagId bag);

  void fetch(BagId bag, Digest digest, Path to);

  /** Delivers result files; returns when the market has stored them. */
  void deliver(ReservationId id, List<TaskOutcome> outcomes, Path pack);
}
