package tender.server.engine.agents;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tender.bagfile.Digest;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.TaskOutcome;
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
import tender.protocol.BagDescription;
import tender.protocol.BlobLocation;
import tender.protocol.JournalReport;
import tender.protocol.KeptOutputPiece;
import tender.protocol.KeptOutputRequest;
import tender.protocol.PackHeader;
import tender.server.agents.AgentHandler;
import tender.server.agents.BlobSink;
import tender.server.agents.OutputHandler;
import tender.server.agents.rejection.AgentRejection;
import tender.server.agents.rejection.NotAllowedException;
import tender.server.agents.rejection.NotFoundException;
import tender.server.engine.BagEventProcessor;
import tender.server.engine.MarketListener;
import tender.server.engine.OutboxDispatcher;
import tender.server.engine.ProviderDirectory;
import tender.server.store.Database;
import tender.server.store.bags.Submission;
import tender.server.store.content.BlobRejectedException;
import tender.server.store.content.Pack;

/** Handles agents' messages and requests. {@link ProviderAccessPolicy} decides what agents see. */
public final class AgentEventHandler implements AgentHandler {
  private static final Logger LOG = System.getLogger(AgentEventHandler.class.getName());
  private static final int CHUNK_BYTES = 256 << 10;
  private static final long MIN_DIRECT_BYTES = 8L << 20;

  private final Database database;
  private final BagEventProcessor processor;
  private final OutboxDispatcher dispatcher;
  private final ConnectionRecorder connections;
  private final long clockToleranceMillis;
  private final MarketListener listener;
  private final RejectionLog rejections;
  private final SubmissionCache submissions;
  private final FailureReportHandler failureReports;
  private final DeliveryPolicy deliveryPolicy;
  private final JournalReconciler reconciler;
  private final OutputHandler outputs;

  public AgentEventHandler(
      Database database,
      String replica,
      BagEventProcessor processor,
      OutboxDispatcher dispatcher,
      ProviderDirectory providers,
      long clockToleranceMillis,
      MarketListener listener,
      RejectionLog rejections) {
    this.database = database;
    this.processor = processor;
    this.dispatcher = dispatcher;
    connections =
        new ConnectionRecorder(
            database.agentConnections(),
            replica,
            providers,
            dispatcher,
            (provider, other) -> displaced(provider, "another server: " + other, "this server"));
    this.clockToleranceMillis = clockToleranceMillis;
    this.listener = listener;
    this.rejections = rejections;
    submissions = new SubmissionCache(database.submissions());
    failureReports = new FailureReportHandler(database, processor, submissions);
    deliveryPolicy = new DeliveryPolicy(database);
    outputs = new OutputReceiver(database);
    reconciler = new JournalReconciler(database, processor, database.restores().epoch());
  }

  @Override
  public long epoch() {
    return reconciler.epoch();
  }

  @Override
  public List<ReservationId> reconcile(ProviderId provider, JournalReport report)
      throws InterruptedException {
    return reconciler.reconcile(provider, report);
  }

  @Override
  public void received(ProviderId from, Message.ToMetascheduler message) {
    listener.messageReceived(message);
    processor.enqueue(message.call().bag(), new BagEvent.MessageReceived(message));
  }

  /**
   * Stores the slots before the next message is handled: slots that were published after a match
   * was confirmed must not seem to be older than the confirmation.
   */
  @Override
  public void published(ProviderId from, Message.SlotsPublished published) {
    try {
      database.auction().publish(published, clockToleranceMillis);
    } catch (Store.Unavailable e) {
      LOG.log(Level.DEBUG, "Published slots were not stored: {0}", e.getMessage(), from);
    }
  }

  @Override
  public void attemptsFailed(ProviderId from, Message.AttemptsFailed report) {
    try {
      failureReports.handle(report);
    } catch (Store.Unavailable e) {
      LOG.log(Level.DEBUG, "A failure report was not stored: {0}", e.getMessage(), from);
    }
  }

  @Override
  public void acknowledged(ProviderId from, List<OutboxMessage.Id> ids) {
    dispatcher.acknowledged(from, ids);
  }

  @Override
  public void connected(ProviderId provider) {
    connections.connected(provider);
  }

  @Override
  public void disconnected(ProviderId provider) {
    connections.disconnected(provider);
  }

  @Override
  public void displaced(ProviderId provider, String olderPeer, String newerPeer) {
    LOG.log(
        Level.WARNING,
        "Agent stream displaced by a newer one. If the agent did not reconnect, its key may have"
            + " been copied; enrol it again: olderPeer={0}, newerPeer={1}",
        olderPeer,
        newerPeer,
        provider);
    listener.agentDisplaced(provider);
  }

  @Override
  public void enrolmentRejected(String address) {
    rejections.enrolmentRejected(address);
  }

  @Override
  public void rejected(ProviderId provider, AgentRejection reason, String detail) {
    rejections.report(provider, reason, detail);
  }

  @Override
  public long nowMillis() {
    return database.store().nowMillis();
  }

  @Override
  public BagDescription describe(ProviderId provider, BagId bag) {
    BagState state = requireCalled(provider, bag);
    Submission submission = submission(bag);
    WorkOrder order = submission.order();
    return new BagDescription(
        ProviderAccessPolicy.mayReadFiles(provider, state, order) ? order : order.withoutDigests(),
        submission.user().value());
  }

  private Submission submission(BagId bag) {
    return submissions
        .find(bag)
        .orElseThrow(() -> new NotFoundException("Bag " + bag + " does not exist."));
  }

  /** The state of a bag, for a provider that has a part of it or is called for offers. */
  private BagState requireCalled(ProviderId provider, BagId bag) {
    return database
        .store()
        .read(bag)
        .map(StoredBag::state)
        .filter(state -> ProviderAccessPolicy.mayReadWorkOrder(provider, state))
        .orElseThrow(() -> noAccess(provider, bag));
  }

  /** A provider without access does not learn whether the bag exists. */
  private static NotAllowedException noAccess(ProviderId provider, BagId bag) {
    return new NotAllowedException(
        AgentRejection.NO_ACCESS, "Provider " + provider + " has no access to bag " + bag + ".");
  }

  @Override
  public void writeBlob(ProviderId provider, BagId bag, Digest digest, BlobSink sink)
      throws IOException {
    Submission submission = requireInput(provider, bag, digest);
    Optional<InputStream> content = database.userFiles().open(submission.user(), digest, 0);
    try (InputStream in =
        content.orElseThrow(
            () -> new NotFoundException("File " + digest.hex() + " is not stored."))) {
      for (byte[] chunk = in.readNBytes(CHUNK_BYTES);
          chunk.length > 0;
          chunk = in.readNBytes(CHUNK_BYTES)) {
        sink.write(chunk);
      }
    }
  }

  /** Small files pass through the server: they gain nothing from a request to the store. */
  @Override
  public Optional<BlobLocation> locateBlob(ProviderId provider, BagId bag, Digest digest) {
    Submission submission = requireInput(provider, bag, digest);
    return database
        .userFiles()
        .directSource(submission.user(), digest)
        .filter(source -> source.bytes() >= MIN_DIRECT_BYTES)
        .map(source -> new BlobLocation(source.url(), source.bytes()));
  }

  /** The submission with this input file, for a provider that may read its files. */
  private Submission requireInput(ProviderId provider, BagId bag, Digest digest) {
    BagState state = requireCalled(provider, bag);
    Submission submission = submission(bag);
    WorkOrder order = submission.order();
    if (!ProviderAccessPolicy.mayReadFiles(provider, state, order)) {
      throw noAccess(provider, bag);
    }
    if (!order.needs(digest)) {
      throw new NotAllowedException(
          AgentRejection.NO_ACCESS,
          "File " + digest.hex() + " is not an input of bag " + bag + ".");
    }
    return submission;
  }

  @Override
  public List<BagId> deletedBags(ProviderId provider, String after, int limit) {
    return database.deletedBagCopies().list(provider, after, limit);
  }

  @Override
  public void confirmDeleted(ProviderId provider, List<BagId> bags) {
    database.deletedBagCopies().confirm(provider, bags);
  }

  @Override
  public OutputHandler outputs() {
    return outputs;
  }

  @Override
  public List<KeptOutputRequest> keptOutputRequests(ProviderId provider) {
    return database.keptOutputs().list(provider);
  }

  @Override
  public void deliver(ProviderId from, KeptOutputPiece piece) {
    database.keptOutputs().add(from, piece);
  }

  @Override
  public void keptOutputUnavailable(ProviderId from, long request) {
    database.keptOutputs().setUnavailable(from, request);
  }

  @Override
  public void checkDelivery(ProviderId from, PackHeader header) {
    deliveryPolicy.check(header.reservation(), header.digest(), header.bytes());
  }

  /**
   * Stores results. Results of a part that the provider has lost meanwhile are stored but not
   * accepted.
   */
  @Override
  public void deliver(
      ProviderId from, ReservationId reservation, List<TaskOutcome> outcomes, Path pack)
      throws IOException {
    deliveryPolicy.check(reservation, Digest.of(pack), Files.size(pack));
    TaskSet tasks =
        outcomes.stream().map(TaskOutcome::tasks).reduce(TaskSet.empty(), TaskSet::plus);
    DeliveredPack delivered;
    try (InputStream in = Files.newInputStream(pack)) {
      delivered = DeliveredPack.read(in);
      if (!tasks.containsAll(delivered.tasks())) {
        throw new IllegalArgumentException(
            "The pack for %s contains results of tasks that its header does not name."
                .formatted(reservation));
      }
    }
    Digest content = Digest.of(pack);
    try (InputStream in = Files.newInputStream(pack)) {
      database.blobs().write(content, in, Files.size(pack));
    } catch (BlobRejectedException e) {
      throw new IOException("The pack for " + reservation + " was changed while it was stored.", e);
    }
    boolean isNew =
        database.packs().add(new Pack(reservation, tasks, outcomes, content), delivered.usage());
    if (outcomes.stream().anyMatch(TaskOutcome::exceededLimit)) {
      // Before the agent gets its answer, and again for a repeated pack: it must not be lost.
      recordExceededLimit(reservation);
    }
    if (isNew) {
      listener.resultsStored(reservation, outcomes, Files.size(pack));
    }
  }

  private void recordExceededLimit(ReservationId reservation) throws IOException {
    try {
      processor.apply(reservation.call().bag(), List.of(new BagEvent.LimitExceeded(reservation)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("The server is shutting down.", e);
    }
  }
}
