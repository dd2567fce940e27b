package tender.agent.execution;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import tender.agent.files.KeptOutputSender;
import tender.bagfile.Digest;
import tender.bagfile.RelativePath;
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

  /**
   * A page of the deleted bags whose data this agent must delete, in the order of their ids.
   *
   * @param after the last bag of the previous page; empty for the first page
   */
  List<BagId> deletedBags(String after);

  /** The agent holds no data of these bags. */
  void confirmDeleted(List<BagId> bags);

  void fetch(BagId bag, Digest digest, Path to);

  /**
   * Sends a large output of a task to the market's object store; see {@link
   * tender.agent.files.OutputStore#store}.
   */
  boolean storeOutput(
      ReservationId id, int taskIndex, RelativePath path, FileChannel content, long bytes)
      throws IOException;

  /** Delivers result files; returns when the market has stored them. */
  void deliver(ReservationId id, List<TaskOutcome> outcomes, Path pack);
}
