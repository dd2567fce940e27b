package tender.server.engine;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.store.OutboxMessage;
import tender.core.store.Store;
import tender.core.store.StoredBag;
import tender.server.agents.BlobSink;
import tender.server.agents.AgentHandler;
import tender.server.agents.NotAllowedException;
import tender.server.agents.NotFoundException;
import tender.server.store.content.BlobRejectedException;
import tender.server.store.Database;
import tender.server.store.content.Pack;
import tender.server.store.bags.Submission;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskOutcome;
import tender.bagfile.results.ResultPack;
import tender.bagfile.WorkOrder;
import tender.bagfile.WorkOrderJson;

/** What the market does for agents. They are told of bags as far as {@link ProviderAccessPolicy} says. */
public final class AgentEventHandler implements AgentHandler {
  private static final Logger LOG = System.getLogger(AgentEventHandler.class.getName());
  private static final int CHUNK_BYTES = 256 << 10;

  private final Database database;
  private final String replica;
  private final BagEventProcessor works;
  private final OutboxDispatcher delivery;
  private final ProviderDirectory roster;
  private final long clockToleranceMillis;
  private final MarketListener witness;

  public AgentEventHandler(
      Database database,
      String replica,
      BagEventProcessor works,
      OutboxDispatcher delivery,
      ProviderDirectory roster,
      long clockToleranceMillis,
      MarketListener witness) {
    this.database = database;
    this.replica = replica;
    this.works = works;
    this.delivery = delivery;
    this.roster = roster;
    this.clockToleranceMillis = clockToleranceMillis;
    this.witness = witness;
  }

  @Override
  public void received(ProviderId from, Message.ToMetascheduler message) {
    witness.messageReceived(message);
    works.enqueue(message.call().bag(), new BagEvent.MessageReceived(message));
  }

  /**
   * Written before the next message is heard: what a provider tells after it has confirmed a match
   * must not seem to have been told before.
   */
  @Override
  public void published(ProviderId from, Message.SlotsPublished published) {
    try {
      database.auction().publish(published, clockToleranceMillis);
    } catch (Store.Unavailable e) {
      LOG.log(Level.DEBUG, "What {0} told is lost: {1}", from, e.getMessage());
    }
  }

  @Override
  public void acknowledged(ProviderId from, List<OutboxMessage.Id> ids) {
    delivery.acknowledged(ids);
  }

  @Override
  public void connected(ProviderId provider) {
    database.agentConnections().setConnected(provider, replica);
    roster.refresh();
    delivery.agentConnected(provider);
  }

  @Override
  public void disconnected(ProviderId provider) {
    database.agentConnections().setDisconnected(provider, replica);
    roster.refresh();
  }

  @Override
  public boolean isRevoked(ProviderId provider, BigInteger certificateSerial) {
    return database.providers().isRevoked(provider);
  }

  @Override
  public byte[] workOrder(ProviderId asker, BagId bag) {
    requireKnown(asker, bag, state(bag).filter(state -> ProviderAccessPolicy.mayReadWorkOrder(asker, state)));
    return WorkOrderJson.write(order(bag));
  }

  private WorkOrder order(BagId bag) {
    return database
        .submissions()
        .find(bag)
        .map(Submission::order)
        .orElseThrow(() -> new NotFoundException("Nobody has handed in bag " + bag + "."));
  }

  /** Who is not allowed to know a bag is not told whether there is one. */
  private static BagState requireKnown(ProviderId asker, BagId bag, Optional<BagState> known) {
    return known.orElseThrow(
        () -> new NotAllowedException("Provider " + asker + " has no part of bag " + bag + "."));
  }

  private Optional<BagState> state(BagId bag) {
    return database.store().read(bag).map(StoredBag::state);
  }

  @Override
  public void writeBlob(ProviderId asker, BagId bag, Digest digest, BlobSink sink)
      throws IOException {
    BagState state =
        requireKnown(asker, bag, state(bag).filter(one -> ProviderAccessPolicy.mayReadWorkOrder(asker, one)));
    WorkOrder order = order(bag);
    requireKnown(asker, bag, Optional.of(state).filter(one -> ProviderAccessPolicy.mayReadFiles(asker, one, order)));
    if (!order.digests().contains(digest)) {
      throw new NotAllowedException("The file " + digest.hex() + " is none of bag " + bag + ".");
    }
    Optional<InputStream> content = database.blobs().open(digest);
    try (InputStream in =
        content.orElseThrow(() -> new NotFoundException("The file " + digest.hex() + " is not here."))) {
      for (byte[] piece = in.readNBytes(CHUNK_BYTES);
          piece.length > 0;
          piece = in.readNBytes(CHUNK_BYTES)) {
        sink.write(piece);
      }
    }
  }

  /**
   * What is delivered for a part that is somebody else's by now is kept, and counts for nothing.
   */
  @Override
  public void deliver(ProviderId from, ReservationId reservation, List<TaskOutcome> outcomes, Path pack)
      throws IOException {
    BagId bag = reservation.call().bag();
    if (database.submissions().find(bag).isEmpty()) {
      throw new NotFoundException("Nobody has handed in bag " + bag + ".");
    }
    TaskSet tasks = outcomes.stream().map(TaskOutcome::tasks).reduce(TaskSet.empty(), TaskSet::plus);
    try (InputStream in = Files.newInputStream(pack)) {
      if (!tasks.containsAll(ResultPack.check(in))) {
        throw new IllegalArgumentException(
            "The pack for " + reservation + " has results of tasks that it does not name.");
      }
    }
    Digest content = Digest.of(pack);
    try (InputStream in = Files.newInputStream(pack)) {
      database.blobs().write(content, in, Files.size(pack));
    } catch (BlobRejectedException e) {
      throw new IOException("The pack for " + reservation + " has changed meanwhile.", e);
    }
    if (database.packs().add(new Pack(reservation, tasks, outcomes, content))) {
      witness.resultsStored(reservation, outcomes, Files.size(pack));
    }
  }
}
