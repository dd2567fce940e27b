package tender.server.market;

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
import tender.core.metascheduler.BagEvent;
import tender.core.metascheduler.BagState;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.store.Owed;
import tender.core.store.Store;
import tender.core.store.StoredBag;
import tender.server.agents.BlobSink;
import tender.server.agents.Counterpart;
import tender.server.agents.NotAllowed;
import tender.server.agents.NotFound;
import tender.server.store.BlobRefusedException;
import tender.server.store.Database;
import tender.server.store.Pack;
import tender.server.store.Submission;
import tender.work.Digest;
import tender.work.Outcome;
import tender.work.ResultPack;
import tender.work.WorkOrder;
import tender.work.WorkOrderJson;

/** What the market does for agents. They are told of bags as far as {@link Confidants} says. */
final class AgentDesk implements Counterpart {
  private static final Logger LOG = System.getLogger(AgentDesk.class.getName());
  private static final int CHUNK_BYTES = 256 << 10;

  private final Database database;
  private final String replica;
  private final BagWorks works;
  private final Delivery delivery;
  private final Roster roster;
  private final long clockToleranceMillis;
  private final Witness witness;

  AgentDesk(
      Database database,
      String replica,
      BagWorks works,
      Delivery delivery,
      Roster roster,
      long clockToleranceMillis,
      Witness witness) {
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
    witness.heard(message);
    works.post(message.call().bag(), new BagEvent.Received(message));
  }

  /**
   * Written before the next message is heard: what a provider tells after it has confirmed a match
   * must not seem to have been told before.
   */
  @Override
  public void published(ProviderId from, Message.Published published) {
    try {
      database.auction().publish(published, clockToleranceMillis);
    } catch (Store.Unavailable e) {
      LOG.log(Level.DEBUG, "What {0} told is lost: {1}", from, e.getMessage());
    }
  }

  @Override
  public void acknowledged(ProviderId from, List<Owed.Id> ids) {
    delivery.acknowledged(ids);
  }

  @Override
  public void connected(ProviderId provider) {
    database.streams().connected(provider, replica);
    roster.refresh();
    delivery.connected(provider);
  }

  @Override
  public void disconnected(ProviderId provider) {
    database.streams().disconnected(provider, replica);
    roster.refresh();
  }

  @Override
  public boolean isRevoked(ProviderId provider, BigInteger certificateSerial) {
    return database.providers().isRevoked(provider);
  }

  @Override
  public byte[] describe(ProviderId asker, BagId bag) {
    requireKnown(asker, bag, state(bag).filter(state -> Confidants.tasks(asker, state)));
    return WorkOrderJson.write(order(bag));
  }

  private WorkOrder order(BagId bag) {
    return database
        .submissions()
        .find(bag)
        .map(Submission::order)
        .orElseThrow(() -> new NotFound("Nobody has handed in bag " + bag + "."));
  }

  /** Who is not allowed to know a bag is not told whether there is one. */
  private static BagState requireKnown(ProviderId asker, BagId bag, Optional<BagState> known) {
    return known.orElseThrow(
        () -> new NotAllowed("Provider " + asker + " has no part of bag " + bag + "."));
  }

  private Optional<BagState> state(BagId bag) {
    return database.store().read(bag).map(StoredBag::state);
  }

  @Override
  public void writeBlob(ProviderId asker, BagId bag, Digest digest, BlobSink sink)
      throws IOException {
    BagState state =
        requireKnown(asker, bag, state(bag).filter(one -> Confidants.tasks(asker, one)));
    WorkOrder order = order(bag);
    requireKnown(asker, bag, Optional.of(state).filter(one -> Confidants.files(asker, one, order)));
    if (!order.digests().contains(digest)) {
      throw new NotAllowed("The file " + digest.hex() + " is none of bag " + bag + ".");
    }
    Optional<InputStream> content = database.blobs().open(digest);
    try (InputStream in =
        content.orElseThrow(() -> new NotFound("The file " + digest.hex() + " is not here."))) {
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
  public void deliver(ProviderId from, ReservationId reservation, List<Outcome> outcomes, Path pack)
      throws IOException {
    BagId bag = reservation.call().bag();
    if (database.submissions().find(bag).isEmpty()) {
      throw new NotFound("Nobody has handed in bag " + bag + ".");
    }
    TaskSet tasks = outcomes.stream().map(Outcome::tasks).reduce(TaskSet.empty(), TaskSet::plus);
    try (InputStream in = Files.newInputStream(pack)) {
      if (!tasks.containsAll(ResultPack.check(in))) {
        throw new IllegalArgumentException(
            "The pack for " + reservation + " has results of tasks that it does not name.");
      }
    }
    Digest content = Digest.of(pack);
    try (InputStream in = Files.newInputStream(pack)) {
      database.blobs().write(content, in, Files.size(pack));
    } catch (BlobRefusedException e) {
      throw new IOException("The pack for " + reservation + " has changed meanwhile.", e);
    }
    if (database.packs().add(new Pack(reservation, tasks, outcomes, content))) {
      witness.delivered(reservation, outcomes, Files.size(pack));
    }
  }
}
