package tender.server.agents;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.lang.System.Logger.Level;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.model.ProviderId;
import tender.core.store.Owed;
import tender.protocol.Limits;
import tender.protocol.MalformedMessage;
import tender.protocol.Messages;
import tender.protocol.Outflow;
import tender.protocol.v1.Wire;

/** One stream that an agent has opened. gRPC calls the methods of an observer one at a time. */
final class AgentStream implements StreamObserver<Wire.FromAgent> {
  private static final System.Logger LOG = System.getLogger(AgentStream.class.getName());

  /** What may wait for one agent. With thousands of agents, all of them slow, it still fits. */
  private static final long MOST_WAITING_BYTES = 8L << 20;

  private final Identity.Caller caller;
  private final Streams streams;
  private final Counterpart counterpart;
  private final Outflow<Optional<Owed.Id>, Wire.ToAgent> out;
  private final long openedNanos = System.nanoTime();
  private volatile boolean greeted;
  private boolean toldUnknown;
  private volatile boolean ended;

  AgentStream(
      Identity.Caller caller,
      ServerCallStreamObserver<Wire.ToAgent> out,
      Streams streams,
      Counterpart counterpart) {
    this.caller = caller;
    this.streams = streams;
    this.counterpart = counterpart;
    this.out = new Outflow<>(out, MOST_WAITING_BYTES);
    out.setOnReadyHandler(this.out::drain);
    out.setOnCancelHandler(this::gone);
  }

  Identity.Caller caller() {
    return caller;
  }

  ProviderId provider() {
    return caller.provider();
  }

  /** False if it has ended, or so much waits already that this is left out. */
  boolean send(Owed owed) {
    return out.put(Optional.of(owed.id()), Messages.toWire(owed));
  }

  /** For how long nothing has been taken that waits, or no Hello was said. */
  long stalledNanos() {
    return greeted ? out.stalledNanos() : System.nanoTime() - openedNanos;
  }

  /** Ends it from here. */
  void end(Status reason) {
    ended = true;
    out.end(reason.asException());
    streams.leave(this);
  }

  @Override
  public void onNext(Wire.FromAgent message) {
    if (ended) {
      return;
    }
    try {
      handle(message);
    } catch (MalformedMessage e) {
      LOG.log(Level.WARNING, "Cut {0}: {1}", provider(), e.getMessage());
      end(Status.INVALID_ARGUMENT.withDescription(e.getMessage()));
    } catch (NotAllowed e) {
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
    out.forget();
    streams.leave(this);
  }

  private void handle(Wire.FromAgent message) throws MalformedMessage {
    switch (message.getKindCase()) {
      case HELLO -> greet(message.getHello());
      case ACKNOWLEDGE -> {
        requireGreeted();
        counterpart.acknowledged(provider(), Messages.acknowledged(message.getAcknowledge()));
      }
      case PUBLISHED -> {
        requireGreeted();
        published(Messages.published(message.getPublished()));
      }
      default -> {
        requireGreeted();
        Messages.toMetascheduler(message).ifPresentOrElse(this::received, this::unknown);
      }
    }
  }

  private void greet(Wire.Hello hello) throws MalformedMessage {
    if (greeted || hello.getVersion() < 1) {
      throw new MalformedMessage(
          "Hello was said twice, or of version " + hello.getVersion() + ", below 1.");
    }
    greeted = true;
    var welcome = Wire.Welcome.newBuilder().setVersion(Limits.VERSION);
    out.put(Optional.empty(), Wire.ToAgent.newBuilder().setWelcome(welcome).build());
    streams.enter(this);
  }

  private void requireGreeted() throws MalformedMessage {
    if (!greeted) {
      throw new MalformedMessage("Something was said before Hello.");
    }
  }

  private void received(Message.ToMetascheduler message) {
    requireOwn(message.provider());
    counterpart.received(provider(), message);
  }

  private void published(Message.Published published) {
    requireOwn(published.provider());
    counterpart.published(provider(), published);
  }

  private void requireOwn(ProviderId said) {
    if (!said.equals(provider())) {
      throw new NotAllowed("A message is of " + said + ", not of " + provider() + ".");
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
