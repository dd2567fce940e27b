package tender.server.agents;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskOutcome;

/**
 * What the market does for agents. Called by many threads at once, by one for each stream; a
 * provider that is named is the one whose certificate was shown. What is thrown, other than {@link
 * NotAllowed}, {@link NotFoundException} and {@link IllegalArgumentException}, is logged and not told to the
 * agent.
 */
public interface AgentHandler {

  /** It said this. Whoever returns late holds up this provider's next messages, not the others'. */
  void received(ProviderId from, Message.ToMetascheduler message);

  /** It told the auction what stands free. It is said again soon, so it may be dropped. */
  void published(ProviderId from, Message.SlotsPublished published);

  /** It has handled and stored these; they are owed no longer. */
  void acknowledged(ProviderId from, List<OutboxMessage.Id> ids);

  /** From now on it can be sent to from here. Also called when a new stream replaces another. */
  void connected(ProviderId provider);

  /** There is no stream any more. */
  void disconnected(ProviderId provider);

  /** Whether nothing more is to be done for the holder of this certificate. */
  boolean isRevoked(ProviderId provider, BigInteger certificateSerial);

  /**
   * The work order of a bag, as JSON.
   *
   * @throws NotAllowedException if it is none of the asker's bags
   */
  byte[] workOrder(ProviderId asker, BagId bag);

  /**
   * Writes one of a bag's files into the sink, which blocks while the agent is slower.
   *
   * @throws NotAllowedException if it is none of the asker's bags
   * @throws IOException as the sink did, when the agent has gone
   */
  void writeBlob(ProviderId asker, BagId bag, Digest digest, BlobSink sink) throws IOException;

  /**
   * Stores what ended tasks left behind; when it returns, it is stored. Once is enough, but it may
   * come again.
   *
   * @param pack a file whose digest and length are as announced, deleted afterwards; what is in it
   *     has not been looked at
   */
  void deliver(ProviderId from, ReservationId reservation, List<TaskOutcome> outcomes, Path pack)
      throws IOException;
}
