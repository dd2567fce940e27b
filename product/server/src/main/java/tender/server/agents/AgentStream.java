package tender.server.agents;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import tender.bagfile.Digest;
import tender.core.message.Message;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.protocol.MalformedMessageException;
import tender.protocol.MessageCodec;
import tender.protocol.OutboundQueue;
import tender.protocol.ProtocolLimits;
import tender.protocol.v1.Wire;
import tender.server.agents.rejection.AgentErrorMapper;
import tender.server.agents.rejection.AgentRejection;
import tender.server.agents.rejection.NotAllowedException;

/** A stream that an agent has opened. gRPC calls the methods of an observer sequentially. */
final class AgentStream implements StreamObserver<Wire.FromAgent> {
  private static final System.Logger LOG = System.getLogger(AgentStream.class.getName());

  /** The send buffer of one agent; small enough for thousands of slow agents. */
  private static final long MAX_BUFFERED_BYTES = 8L << 20;

  private final AgentAuthenticator.AgentIdentity caller;
  private final AgentStreams streams;
  private final AgentHandler handler;
  private final OutboundQueue<Optional<OutboxMessage.Id>, Wire.ToAgent> out;
  private final long openedNanos = System.nanoTime();
  private volatile boolean greeted;
  private volatile boolean knowsRenewals;
  private volatile Set<Digest> trusted = Set.of();
  private boolean reconciled;
  private boolean warnedOfUnknown;
  private volatile boolean ended;

  AgentStream(
      AgentAuthenticator.AgentIdentity caller,
      ServerCallStreamObserver<Wire.ToAgent> out,
      AgentStreams streams,
      AgentHandler handler) {
    this.caller = caller;
    this.streams = streams;
    this.handler = handler;
    this.out = new OutboundQueue<>(out, MAX_BUFFERED_BYTES);
    out.setOnReadyHandler(this.out::drain);
    out.setOnCancelHandler(this::disconnected);
  }

  AgentAuthenticator.AgentIdentity caller() {
    return caller;
  }

  ProviderId provider() {
    return caller.provider();
  }

  /** Whether the agent has sent Hello and renews its certificate when it is asked. */
  boolean canRenewOnRequest() {
    return knowsRenewals;
  }

  /** The fingerprints of the authorities that the agent trusts; empty if it is older. */
  Set<Digest> trusted() {
    return trusted;
  }

  void askToRenew() {
    var request = Wire.RenewCertificate.getDefaultInstance();
    out.put(Optional.empty(), Wire.ToAgent.newBuilder().setRenewCertificate(request).build());
  }

  /** Returns false if the stream has ended or its buffer is full. */
  boolean send(OutboxMessage message) {
    return out.put(Optional.of(message.id()), MessageCodec.toWire(message));
  }

  /** How long the agent has read nothing from a full buffer, or not sent a Hello. */
  long stalledNanos() {
    return greeted ? out.stalledNanos() : System.nanoTime() - openedNanos;
  }

  /** Ends the stream from the server's side. */
  void end(Status reason) {
    ended = true;
    out.fail(reason.asException());
    streams.unregister(this);
  }

  @Override
  public void onNext(Wire.FromAgent message) {
    if (ended) {
      return;
    }
    try {
      handle(message);
    } catch (NotAllowedException e) {
      handler.rejected(provider(), e.reason(), String.valueOf(e.getMessage()));
      end(AgentErrorMapper.toStatus(e));
    } catch (MalformedMessageException e) {
      handler.rejected(
          provider(), AgentRejection.MALFORMED_MESSAGE, String.valueOf(e.getMessage()));
      end(AgentErrorMapper.toStatus(e));
    } catch (RuntimeException e) {
      // Equivalent to a lost message, which the agent sends again.
      LOG.log(Level.ERROR, "Message handling failed; message dropped", provider(), e);
    }
  }

  @Override
  public void onError(Throwable reason) {
    disconnected();
  }

  @Override
  public void onCompleted() {
    end(Status.UNAVAILABLE.withDescription("The agent ended the stream."));
  }

  private void disconnected() {
    ended = true;
    out.close();
    streams.unregister(this);
  }

  private void handle(Wire.FromAgent message) throws MalformedMessageException {
    if (!greeted && message.getKindCase() != Wire.FromAgent.KindCase.HELLO) {
      throw new MalformedMessageException("The first message must be Hello.");
    }
    if (greeted && !reconciled && message.getKindCase() != Wire.FromAgent.KindCase.HELLO) {
      // What the agent knows may contradict the database.
      return;
    }
    switch (message.getKindCase()) {
      case HELLO -> greet(message.getHello());
      case ACKNOWLEDGE ->
          handler.acknowledged(provider(), MessageCodec.acknowledged(message.getAcknowledge()));
      case ATTEMPTS_FAILED -> failed(MessageCodec.attemptsFailed(message.getAttemptsFailed()));
      case SLOTS_PUBLISHED -> published(MessageCodec.published(message.getSlotsPublished()));
      default ->
          MessageCodec.toMetascheduler(message).ifPresentOrElse(this::received, this::unknown);
    }
  }

  private void greet(Wire.Hello hello) throws MalformedMessageException {
    if (greeted || hello.getVersion() < 1) {
      throw new MalformedMessageException(
          "Hello was sent twice, or has the version " + hello.getVersion() + ", below 1.");
    }
    trusted = trustedAuthorities(hello);
    knowsRenewals = hello.getVersion() >= ProtocolLimits.FIRST_VERSION_WITH_RENEWALS;
    greeted = true;
    long epoch = handler.epoch();
    var welcome = Wire.Welcome.newBuilder().setVersion(ProtocolLimits.VERSION).setEpoch(epoch);
    out.put(Optional.empty(), Wire.ToAgent.newBuilder().setWelcome(welcome).build());
    reconciled = hello.getEpoch() == epoch;
    if (reconciled) {
      streams.register(this);
    } else {
      LOG.log(
          Level.INFO,
          "The database was restored; the agent must report its journal before it takes part in"
              + " the market. If it does not, update the agent: agentVersion={0}",
          hello.getVersion(),
          provider());
    }
  }

  private static Set<Digest> trustedAuthorities(Wire.Hello hello) throws MalformedMessageException {
    if (hello.getTrustedAuthoritiesCount() > ProtocolLimits.MAX_AUTHORITIES) {
      throw new MalformedMessageException(
          "Hello names %d trusted authorities; the maximum is %d."
              .formatted(hello.getTrustedAuthoritiesCount(), ProtocolLimits.MAX_AUTHORITIES));
    }
    Set<Digest> digests = new HashSet<>();
    for (ByteString digest : hello.getTrustedAuthoritiesList()) {
      digests.add(MessageCodec.digest(digest));
    }
    return Set.copyOf(digests);
  }

  private void received(Message.ToMetascheduler message) {
    requireOwn(message.provider());
    handler.received(provider(), message);
  }

  private void published(Message.SlotsPublished published) {
    requireOwn(published.provider());
    handler.published(provider(), published);
  }

  private void failed(Message.AttemptsFailed report) {
    requireOwn(report.id().provider());
    handler.attemptsFailed(provider(), report);
  }

  private void requireOwn(ProviderId claimed) {
    if (!claimed.equals(provider())) {
      throw new NotAllowedException(
          AgentRejection.OTHER_PROVIDER,
          "A message names provider " + claimed + ", but the sender is " + provider() + ".");
    }
  }

  private void unknown() {
    if (!warnedOfUnknown) {
      warnedOfUnknown = true;
      LOG.log(
          Level.WARNING,
          "Ignoring messages of an unknown kind; the agent may be newer than this server",
          provider());
    }
  }
}
