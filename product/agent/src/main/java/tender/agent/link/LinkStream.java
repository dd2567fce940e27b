package tender.agent.link;

import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tender.bagfile.Digest;
import tender.protocol.MessageCodec;
import tender.protocol.OutboundQueue;
import tender.protocol.PemBundle;
import tender.protocol.ProtocolLimits;
import tender.protocol.v1.AgentsGrpc;
import tender.protocol.v1.Wire;

/** One stream to a server. */
final class LinkStream implements ClientResponseObserver<Wire.FromAgent, Wire.ToAgent> {
  /** How many messages the server may send before the handler has processed them. */
  private static final int WINDOW = 64;

  /** Messages waiting for a slow server. Lost messages are repeated. */
  private static final long MAX_WAITING_BYTES = 16L << 20;

  /** Receives the messages of a stream. */
  interface StreamListener {
    void received(LinkStream from, Wire.OutboxMessage message);
  }

  private final StreamListener receiver;
  private final Wire.Hello hello;
  private final CompletableFuture<Boolean> welcomed = new CompletableFuture<>();
  private final CompletableFuture<Throwable> ended = new CompletableFuture<>();
  private volatile boolean knowsRestores;
  private volatile boolean isRenewalRequested;
  private volatile long serverEpoch;
  private volatile @Nullable ClientCallStreamObserver<Wire.FromAgent> call;
  private volatile @Nullable OutboundQueue<Object, Wire.FromAgent> outflow;

  /**
   * @param epoch the latest restore of the market's database that the agent knows
   * @param authorities that the agent trusts
   */
  LinkStream(StreamListener receiver, long epoch, List<X509Certificate> authorities) {
    this.receiver = receiver;
    hello =
        Wire.Hello.newBuilder()
            .setVersion(ProtocolLimits.VERSION)
            .setEpoch(epoch)
            .addAllTrustedAuthorities(
                authorities.stream()
                    .map(one -> MessageCodec.toWire(Digest.of(PemBundle.encoded(one))))
                    .toList())
            .build();
  }

  /** Opens the stream and sends Hello. */
  void start(AgentsGrpc.AgentsStub stub) {
    stub.connect(this);
    send("hello", Wire.FromAgent.newBuilder().setHello(hello).build());
  }

  /** Whether the server has sent Welcome and the stream has not ended. */
  boolean isUp() {
    return welcomed.isDone() && !ended.isDone();
  }

  boolean hasEnded() {
    return ended.isDone();
  }

  /** Whether the server sends Welcome within this time; false if the stream ends. */
  boolean awaitWelcome(long millis) throws InterruptedException {
    return await(welcomed, millis).orElse(false);
  }

  /**
   * Whether the market's database was restored since the agent last knew; after Welcome. A server
   * of an earlier version knows no restores, and must not stop the agent from taking part.
   */
  boolean mustReconcile() {
    return knowsRestores && serverEpoch != hello.getEpoch();
  }

  /** Whether the server has asked for a renewal of the certificate. */
  boolean isRenewalRequested() {
    return isRenewalRequested;
  }

  /** The latest restore of the market's database; after Welcome. */
  long serverEpoch() {
    return serverEpoch;
  }

  /** Why the stream has ended; empty if it has not ended within this time. */
  Optional<Throwable> awaitEnd(long millis) throws InterruptedException {
    return await(ended, millis);
  }

  private static <T> Optional<T> await(CompletableFuture<T> future, long millis)
      throws InterruptedException {
    try {
      return Optional.of(future.get(millis, TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException("This future never completes with an exception.", e);
    }
  }

  /** Never blocks; returns false if the message was dropped. */
  boolean send(Object key, Wire.FromAgent message) {
    OutboundQueue<Object, Wire.FromAgent> flow = outflow;
    return flow != null && flow.put(key, message);
  }

  /** How long the server has not accepted any waiting message. */
  long stalledNanos() {
    OutboundQueue<Object, Wire.FromAgent> flow = outflow;
    return flow == null ? 0 : flow.stalledNanos();
  }

  /** Allows the server to send one more message. */
  void requestOne() {
    ClientCallStreamObserver<Wire.FromAgent> current = call;
    if (current != null && !hasEnded()) {
      current.request(1);
    }
  }

  /** Ends the stream from this side. */
  void end(String description) {
    Throwable reason = Status.CANCELLED.withDescription(description).asException();
    finish(reason);
    OutboundQueue<Object, Wire.FromAgent> flow = outflow;
    if (flow != null) {
      flow.fail(reason);
    }
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<Wire.FromAgent> call) {
    this.call = call;
    var flow = new OutboundQueue<Object, Wire.FromAgent>(call, MAX_WAITING_BYTES);
    outflow = flow;
    call.disableAutoRequestWithInitial(WINDOW);
    call.setOnReadyHandler(flow::drain);
  }

  @Override
  public void onNext(Wire.ToAgent message) {
    switch (message.getKindCase()) {
      case WELCOME -> {
        knowsRestores =
            message.getWelcome().getVersion() >= ProtocolLimits.FIRST_VERSION_WITH_RESTORES;
        serverEpoch = message.getWelcome().getEpoch();
        welcomed.complete(true);
        requestOne();
      }
      case OUTBOX_MESSAGE -> receiver.received(this, message.getOutboxMessage());
      case RENEW_CERTIFICATE -> {
        isRenewalRequested = true;
        requestOne();
      }
      // A message of a newer protocol version that this agent can ignore.
      case KIND_NOT_SET -> requestOne();
    }
  }

  @Override
  public void onError(Throwable reason) {
    onEnd(reason);
  }

  @Override
  public void onCompleted() {
    onEnd(Status.UNAVAILABLE.withDescription("The server ended the stream.").asException());
  }

  private void onEnd(Throwable reason) {
    finish(reason);
    OutboundQueue<Object, Wire.FromAgent> flow = outflow;
    if (flow != null) {
      flow.close();
    }
  }

  private void finish(Throwable reason) {
    ended.complete(reason);
    welcomed.complete(false);
  }
}
