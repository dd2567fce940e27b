package tender.agent.link;

import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tender.protocol.ProtocolLimits;
import tender.protocol.OutboundQueue;
import tender.protocol.v1.AgentsGrpc;
import tender.protocol.v1.Wire;

/** One stream to a server, from its beginning to its end. */
final class LinkStream implements ClientResponseObserver<Wire.FromAgent, Wire.ToAgent> {
  /** How many messages the server may send ahead of those that the inbox has taken. */
  private static final int WINDOW = 64;

  /** What may wait for a slow server. All of it is said again if it is lost. */
  private static final long MAX_WAITING_BYTES = 16L << 20;

  /** Takes what comes. */
  interface StreamListener {
    void received(LinkStream from, Wire.Owed owed);
  }

  private final StreamListener receiver;
  private final CompletableFuture<Boolean> welcomed = new CompletableFuture<>();
  private final CompletableFuture<Throwable> ended = new CompletableFuture<>();
  private volatile @Nullable ClientCallStreamObserver<Wire.FromAgent> call;
  private volatile @Nullable OutboundQueue<Object, Wire.FromAgent> outflow;

  LinkStream(StreamListener receiver) {
    this.receiver = receiver;
  }

  /** Begins, with Hello. */
  void start(AgentsGrpc.AgentsStub stub) {
    stub.connect(this);
    var hello = Wire.Hello.newBuilder().setVersion(ProtocolLimits.VERSION);
    send("hello", Wire.FromAgent.newBuilder().setHello(hello).build());
  }

  /** Whether the server has said Welcome and the stream has not ended. */
  boolean isUp() {
    return welcomed.isDone() && !ended.isDone();
  }

  boolean hasEnded() {
    return ended.isDone();
  }

  /** Whether the server has said Welcome within that time; false too if the stream has ended. */
  boolean awaitWelcome(long millis) throws InterruptedException {
    try {
      return welcomed.get(millis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("It is never completed with an exception.", e);
    }
  }

  /** Why it has ended; empty if it has not within that time. */
  Optional<Throwable> awaitEnd(long millis) throws InterruptedException {
    try {
      return Optional.of(ended.get(millis, TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException("It is never completed with an exception.", e);
    }
  }

  /** Never blocks; false if it was dropped. */
  boolean send(Object key, Wire.FromAgent message) {
    OutboundQueue<Object, Wire.FromAgent> flow = outflow;
    return flow != null && flow.put(key, message);
  }

  /** For how long the server has taken nothing of what waits for it. */
  long stalledNanos() {
    OutboundQueue<Object, Wire.FromAgent> flow = outflow;
    return flow == null ? 0 : flow.stalledNanos();
  }

  /** One more may come: the inbox has taken one. */
  void requestOne() {
    ClientCallStreamObserver<Wire.FromAgent> current = call;
    if (current != null && !hasEnded()) {
      current.request(1);
    }
  }

  /** Ends it from here. */
  void end(String why) {
    Throwable reason = Status.CANCELLED.withDescription(why).asException();
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
        welcomed.complete(true);
        requestOne();
      }
      case OWED -> receiver.received(this, message.getOwed());
      // Of a kind that came after this program: nothing that this agent would have to do.
      case KIND_NOT_SET -> requestOne();
    }
  }

  @Override
  public void onError(Throwable reason) {
    onEnd(reason);
  }

  @Override
  public void onCompleted() {
    onEnd(Status.UNAVAILABLE.withDescription("The server has ended the stream.").asException());
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
