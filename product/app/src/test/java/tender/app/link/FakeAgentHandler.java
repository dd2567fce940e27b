package tender.app.link;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import tender.bagfile.Digest;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.protocol.BagDescription;
import tender.protocol.EnrolmentToken;
import tender.protocol.JournalReport;
import tender.protocol.KeptOutputPiece;
import tender.protocol.KeptOutputRequest;
import tender.protocol.PackHeader;
import tender.server.agents.AgentHandler;
import tender.server.agents.BlobSink;
import tender.server.agents.certificates.AgentCertificates;
import tender.server.agents.certificates.Authorities;
import tender.server.agents.certificates.CertificateAuthority;
import tender.server.agents.certificates.Issuance;
import tender.server.agents.rejection.AgentRejection;
import tender.server.agents.rejection.NotAllowedException;
import tender.server.agents.rejection.NotFoundException;

/** An agent handler that keeps everything in memory and sends only what the test enqueues. */
final class FakeAgentHandler implements AgentHandler, AgentCertificates {
  record ReceivedMessage(ProviderId from, Message.ToMetascheduler message) {}

  record Pack(ReservationId reservation, List<TaskOutcome> outcomes, Digest digest) {}

  final CertificateAuthority authority = CertificateAuthority.create();
  volatile Authorities authorities = Authorities.only(authority);
  final BlockingQueue<ReceivedMessage> messages = new LinkedBlockingQueue<>();
  final BlockingQueue<Message.SlotsPublished> published = new LinkedBlockingQueue<>();
  final BlockingQueue<Message.AttemptsFailed> failureReports = new LinkedBlockingQueue<>();
  final Map<OutboxMessage.Id, OutboxMessage> outbox = new ConcurrentHashMap<>();
  final List<Integer> acknowledgements = new ArrayList<>();
  final ConcurrentLinkedQueue<String> connectionLog = new ConcurrentLinkedQueue<>();
  final ConcurrentLinkedQueue<ProviderId> displaced = new ConcurrentLinkedQueue<>();
  final ConcurrentLinkedQueue<AgentRejection> rejections = new ConcurrentLinkedQueue<>();
  final Set<ProviderId> revoked = ConcurrentHashMap.newKeySet();
  final Map<BagId, WorkOrder> orders = new ConcurrentHashMap<>();
  final Map<Digest, byte[]> blobs = new ConcurrentHashMap<>();
  final List<KeptOutputRequest> keptOutputRequests = new CopyOnWriteArrayList<>();
  final List<KeptOutputPiece> keptOutputPieces = new CopyOnWriteArrayList<>();
  final ConcurrentLinkedQueue<Pack> packs = new ConcurrentLinkedQueue<>();
  final ConcurrentLinkedQueue<String> receivedTokens = new ConcurrentLinkedQueue<>();
  final AtomicInteger maxConcurrentBlobs = new AtomicInteger();
  final AtomicInteger maxConcurrentAuthentications = new AtomicInteger();
  private final AtomicInteger concurrentAuthentications = new AtomicInteger();
  private final AtomicInteger concurrentBlobs = new AtomicInteger();
  private final Map<String, ProviderId> tokens = new ConcurrentHashMap<>();

  final List<JournalReport> journals = new CopyOnWriteArrayList<>();

  /** The latest restore of the database, and what agents must forget because of it. */
  volatile long epoch;

  volatile List<ReservationId> forgotten = List.of();

  /** How long the check of a certificate takes. */
  volatile long authenticationMillis;

  /** Sends to a provider; set once there is a server. */
  volatile BiConsumer<ProviderId, List<OutboxMessage>> sender = (to, messages) -> {};

  EnrolmentToken issueToken(String provider) {
    EnrolmentToken token =
        new EnrolmentToken(UUID.randomUUID().toString(), authority.fingerprint());
    tokens.put(token.secret(), new ProviderId(provider));
    return token;
  }

  /** Keeps a message in the outbox until it is acknowledged, and sends it. */
  void enqueue(OutboxMessage message) {
    outbox.put(message.id(), message);
    sender.accept(message.to(), List.of(message));
  }

  @Override
  public Optional<ProviderId> findByToken(String secret) {
    receivedTokens.add(secret);
    return Optional.ofNullable(tokens.get(secret));
  }

  @Override
  public boolean enrol(String secret, ProviderId provider, Issuance issued) {
    return tokens.remove(secret) != null;
  }

  @Override
  public boolean renew(ProviderId provider, BigInteger currentSerial, Issuance next) {
    return true;
  }

  @Override
  public State use(ProviderId provider, X509Certificate certificate) {
    maxConcurrentAuthentications.accumulateAndGet(
        concurrentAuthentications.incrementAndGet(), Math::max);
    try {
      Thread.sleep(authenticationMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      concurrentAuthentications.decrementAndGet();
    }
    return revoked.contains(provider) ? State.REVOKED : State.ACCEPTED;
  }

  @Override
  public Set<BigInteger> invalid(Collection<BigInteger> serials) {
    return Set.of();
  }

  @Override
  public void displaced(ProviderId provider, String olderPeer, String newerPeer) {
    displaced.add(provider);
  }

  @Override
  public void rejected(ProviderId provider, AgentRejection reason, String detail) {
    rejections.add(reason);
  }

  @Override
  public void checkDelivery(ProviderId from, PackHeader header) {}

  @Override
  public void received(ProviderId from, Message.ToMetascheduler message) {
    messages.add(new ReceivedMessage(from, message));
  }

  @Override
  public void published(ProviderId from, Message.SlotsPublished published) {
    this.published.add(published);
  }

  @Override
  public void attemptsFailed(ProviderId from, Message.AttemptsFailed report) {
    failureReports.add(report);
  }

  @Override
  public void acknowledged(ProviderId from, List<OutboxMessage.Id> ids) {
    ids.forEach(outbox::remove);
    synchronized (acknowledgements) {
      acknowledgements.add(ids.size());
    }
  }

  @Override
  public void connected(ProviderId provider) {
    connectionLog.add("+" + provider);
    List<OutboxMessage> all =
        outbox.values().stream().filter(each -> each.to().equals(provider)).toList();
    sender.accept(provider, all);
  }

  @Override
  public void disconnected(ProviderId provider) {
    connectionLog.add("-" + provider);
  }

  @Override
  public List<KeptOutputRequest> keptOutputRequests(ProviderId provider) {
    return List.copyOf(keptOutputRequests);
  }

  @Override
  public void deliver(ProviderId from, KeptOutputPiece piece) {
    keptOutputPieces.add(piece);
  }

  @Override
  public void keptOutputUnavailable(ProviderId from, long request) {
    keptOutputRequests.removeIf(one -> one.id() == request);
  }

  @Override
  public BagDescription describe(ProviderId asker, BagId bag) {
    WorkOrder order = orders.get(bag);
    if (order == null) {
      throw new NotAllowedException(
          AgentRejection.NO_ACCESS, "Bag " + bag + " is not known to " + asker + ".");
    }
    return new BagDescription(order, "ann");
  }

  @Override
  public void writeBlob(ProviderId asker, BagId bag, Digest digest, BlobSink sink)
      throws IOException {
    byte[] content = blobs.get(digest);
    if (content == null) {
      throw new NotFoundException("File " + digest + " does not exist.");
    }
    int concurrent = concurrentBlobs.incrementAndGet();
    maxConcurrentBlobs.accumulateAndGet(concurrent, Math::max);
    try {
      for (int at = 0; at < content.length; at += 1 << 20) {
        sink.write(Arrays.copyOfRange(content, at, Math.min(content.length, at + (1 << 20))));
      }
    } finally {
      concurrentBlobs.decrementAndGet();
    }
  }

  @Override
  public void deliver(
      ProviderId from, ReservationId reservation, List<TaskOutcome> outcomes, Path pack) {
    try {
      packs.add(new Pack(reservation, outcomes, Digest.of(Files.readAllBytes(pack))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public long epoch() {
    return epoch;
  }

  @Override
  public List<ReservationId> reconcile(ProviderId provider, JournalReport report) {
    journals.add(report);
    return forgotten;
  }
}
