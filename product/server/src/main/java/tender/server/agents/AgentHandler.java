package tender.server.agents;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.protocol.BagDescription;
import tender.protocol.BlobLocation;
import tender.protocol.JournalReport;
import tender.protocol.KeptOutputPiece;
import tender.protocol.KeptOutputRequest;
import tender.protocol.PackHeader;
import tender.server.agents.rejection.AgentRejection;
import tender.server.agents.rejection.NotAllowedException;
import tender.server.agents.rejection.NotFoundException;

/**
 * Handles agents' messages and requests. Called concurrently, by one thread for each stream. The
 * provider arguments are authenticated. Exceptions other than {@link NotAllowedException}, {@link
 * NotFoundException} and {@link IllegalArgumentException} are logged and not sent to the agent.
 */
public interface AgentHandler {

  /** The provider sent a message. A slow handler delays only this provider's next messages. */
  void received(ProviderId from, Message.ToMetascheduler message);

  /** The provider published its free slots. May be dropped, because it is repeated soon. */
  void published(ProviderId from, Message.SlotsPublished published);

  /** The provider reported failed attempts. May be dropped, because it is repeated. */
  void attemptsFailed(ProviderId from, Message.AttemptsFailed report);

  /** The provider has handled and stored these messages. */
  void acknowledged(ProviderId from, List<OutboxMessage.Id> ids);

  /** The provider has connected. Also called when a new stream replaces another. */
  void connected(ProviderId provider);

  /** The provider has no stream any more. */
  void disconnected(ProviderId provider);

  /**
   * A newer stream replaced one that was still open. An agent that reconnects may cause it; so does
   * a second agent with a copy of the key.
   *
   * @param olderPeer the network address of the replaced stream
   * @param newerPeer the network address of the stream that replaced it
   */
  default void displaced(ProviderId provider, String olderPeer, String newerPeer) {}

  /** The server refused what an agent attempted, and has answered so. */
  default void rejected(ProviderId provider, AgentRejection reason, String detail) {}

  /** A stranger at this address has sent an invalid enrolment token. */
  default void enrolmentRejected(String address) {}

  /** The market's time, by which offers and promises are checked. */
  default long nowMillis() {
    return System.currentTimeMillis();
  }

  /**
   * The work order of a bag, and its user.
   *
   * @throws NotAllowedException if the provider has no access to the bag
   */
  BagDescription describe(ProviderId provider, BagId bag);

  /**
   * Writes an input file of a bag to the sink, which blocks while the agent is slow.
   *
   * @throws NotAllowedException if the provider has no access to the bag
   * @throws IOException from the sink, if the agent has disconnected
   */
  void writeBlob(ProviderId provider, BagId bag, Digest digest, BlobSink sink) throws IOException;

  /**
   * Where the agent reads an input file of a bag without the server; empty if only the server can
   * read it.
   *
   * @throws NotAllowedException if the provider has no access to the bag
   */
  default Optional<BlobLocation> locateBlob(ProviderId provider, BagId bag, Digest digest) {
    return Optional.empty();
  }

  /** Identifies the latest restore of the database; 0 if there was none. */
  default long epoch() {
    return 0;
  }

  /**
   * Compares a provider's journal with a restored database. Idempotent.
   *
   * @return the reservations that the provider must stop and forget
   */
  default List<ReservationId> reconcile(ProviderId provider, JournalReport report)
      throws InterruptedException {
    throw new IllegalArgumentException("The database was not restored.");
  }

  /**
   * The deleted bags whose data the provider must delete, in the order of their ids.
   *
   * @param after the last bag of the previous page; empty for the first page
   */
  default List<BagId> deletedBags(ProviderId provider, String after, int limit) {
    return List.of();
  }

  /** The provider holds no data of these bags. Idempotent. */
  default void confirmDeleted(ProviderId provider, List<BagId> bags) {}

  /** Large outputs that agents send to the object store. */
  default OutputHandler outputs() {
    return OutputHandler.NONE;
  }

  /** The kept outputs that users wait for. */
  List<KeptOutputRequest> keptOutputRequests(ProviderId provider);

  /** Stores a piece of a kept output. Idempotent. */
  void deliver(ProviderId from, KeptOutputPiece piece);

  /** The provider does not have a requested output. */
  void keptOutputUnavailable(ProviderId from, long request);

  /**
   * Checks, before a pack is received, that the provider may deliver it.
   *
   * @throws NotAllowedException if the provider has no such part, or the part's quota is exceeded
   */
  void checkDelivery(ProviderId from, PackHeader header);

  /**
   * Stores results; they are stored when it returns. Idempotent.
   *
   * @param pack a temporary file whose digest and size are verified, but not its content
   */
  void deliver(ProviderId from, ReservationId reservation, List<TaskOutcome> outcomes, Path pack)
      throws IOException;
}
