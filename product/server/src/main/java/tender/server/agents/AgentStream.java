package tender.server.agents;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.lang.System.Logger.Level;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.protocol.ProtocolLimits;
import tender.protocol.MalformedMessageException;
import tender.protocol.MessageCodec;
import tender.protocol.OutboundQueue;
import tender.protocol.v1.Wire;

/** One stream that an agent has opened. gRPC calls the methods of an observer one at a time. */
final class AgentStream implements StreamObserver<Wire.FromAgent> {
  private static final System.Logger LOG = System.getLogger(AgentStream.class.getName());

  /** What may wait for one agent. With thousands of agents, all of them slow, it still fits. */
  private static final long MOST_WAITING_BYTES = 8L << 20;

  private final AgentAuthenticator.AgentIdentity caller;
  private final AgentStreams streams;
  private final AgentHandler counterpart;
  private final OutboundQueue<Optional<OutboxMessage.Id>, Wire.ToAgent> out;
  private final long openedNanos = System.nanoTime();
  private volatile boolean greeted;
  private boolean toldUnknown;
  private volatile boolean ended;

  AgentStream(
      AgentAuthenticator.AgentIdentity caller,
      ServerCallStreamObserver<Wire.ToAgent> out,
      AgentStreams streams,
      AgentHandler counterpart) {
    this.caller = caller;
    this.streams = streams;
    this.counterpart = counterpart;
    this.out = new OutboundQueue<>(out, MOST_WAITING_BYTES);
    out.setOnReadyHandler(this.out::drain);
    out.setOnCancelHandler(this::gone);
  }

  AgentAuthenticator.AgentIdentity caller() {
    return caller;
  }

  ProviderId provider() {
    return caller.provider();
  }

  /** False if it has ended, or so much waits already that this is left out. */
  boolean send(OutboxMessage owed) {
    return out.put(Optional.of(owed.id()), MessageCodec.toWire(owed));
  }

  /** For how long nothing has been taken that waits, or no Hello was said. */
  long stalledNanos() {
    return greeted ? out.stalledNanos() : System.nanoTime() - openedNanos;
  }

  /** Ends it from here. */
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
    } catch (MalformedMessageException e) {
      LOG.log(Level.WARNING, "Cut {0}: {1}", provider(), e.getMessage());
      end(Status.INVALID_ARGUMENT.withDescription(e.getMessage()));
    } catch (NotAllowedException e) {
      LOG.log(Level.WARNING, "Cut {0}: {1}", provider(), e.getMessage());
      end(Status.PERMISSION_DENIED.withDescription(e.getMessage()));
    } catch (RuntimeException e) {
      // As if it had been lost on the way, which both sides can bear: it is said again.
      LOG.log(Level.ERROR, "Dropped a message of {0}.", provider(), e);
    }
  }

  @Override
  public void onError(Throwable reason) {
    gone();
  }

  @Override
  public void onCompleted() {
    end(Status.UNAVAILABLE.withDescription("The agent has ended the stream."));
  }

  private void gone() {
    ended = true;
    out.close();
    streams.unregister(this);
  }

  private void handle(Wire.FromAgent message) throws MalformedMessageException {
    switch (message.getKindCase()) {
      case HELLO -> greet(message.getHello());
      case ACKNOWLEDGE -> {
        requireGreeted();
        counterpart.acknowledged(provider(), MessageCodec.acknowledged(message.getAcknowledge()));
      }
      case PUBLISHED -> {
        requireGreeted();
        published(MessageCodec.published(message.getPublished()));
      }
      default -> {
        requireGreeted();
        MessageCodec.toMetascheduler(message).ifPresentOrElse(this::received, this::unknown);
      }
    }
  }

  private void greet(Wire.Hello hello) throws MalformedMessageException {
    if (greeted || hello.getVersion() < 1) {
      throw new MalformedMessageException(
          "Hello was said twice, or of version " + hello.getVersion() + ", below 1.");
    }
    greeted = true;
    var welcome = Wire.Welcome.newBuilder().setVersion(ProtocolLimits.VERSION);
    out.put(Optional.empty(), Wire.ToAgent.newBuilder().setWelcome(welcome).build());
    streams.register(this);
  }

  private void requireGreeted() throws MalformedMessageException {
    if (!greeted) {
      throw new MalformedMessageException("Something was said before Hello.");
    }
  }

  private void received(Message.ToMetascheduler message) {
    requireOwn(message.provider());
    counterpart.received(provider(), message);
  }

  private void published(Message.SlotsPublished published) {
    requireOwn(published.provider());
    counterpart.published(provider(), published);
  }

  private void requireOwn(ProviderId said) {
    if (!said.equals(provider())) {
      throw new NotAllowedException("A message is of " + said + ", not of " + provider() + ".");
    }
  }

  private void unknown() {
    if (!toldUnknown) {
      toldUnknown = true;
      LOG.log(
          Level.WARNING,
          "Ignores messages of {0} of a kind that is not known here. Is this server older?",
          provider());
    }
  }
}
