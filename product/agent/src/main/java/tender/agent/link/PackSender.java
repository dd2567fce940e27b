package tender.agent.link;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tender.protocol.MessageCodec;
import tender.protocol.PackHeader;
import tender.protocol.ProtocolLimits;
import tender.protocol.v1.AgentsGrpc;
import tender.protocol.v1.Wire;

/** Sends a pack of results to the market, with flow control. */
final class PackSender implements ClientResponseObserver<Wire.PackChunk, Wire.PackDelivered> {
  private final PackHeader header;
  private @Nullable ClientCallStreamObserver<Wire.PackChunk> call;
  private boolean delivered;
  private @Nullable Throwable failure;

  PackSender(PackHeader header) {
    this.header = header;
  }

  /** Returns when the market has stored the pack. */
  void send(AgentsGrpc.AgentsStub stub, Path pack) throws IOException {
    try (InputStream content = Files.newInputStream(pack)) {
      stub.deliverPack(this);
      sendNext(Wire.PackChunk.newBuilder().setHeader(MessageCodec.toWire(header)).build());
      byte[] buffer = new byte[ProtocolLimits.CHUNK_BYTES];
      for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
        ByteString chunk = ByteString.copyFrom(buffer, 0, read);
        sendNext(Wire.PackChunk.newBuilder().setContent(chunk).build());
      }
      awaitDelivered();
    } finally {
      // No effect if the call has ended.
      call().cancel("The agent cancelled the delivery.", null);
    }
  }

  @Override
  public synchronized void beforeStart(ClientCallStreamObserver<Wire.PackChunk> call) {
    this.call = call;
    call.setOnReadyHandler(this::signalReady);
  }

  @Override
  public void onNext(Wire.PackDelivered answer) {}

  @Override
  public synchronized void onError(Throwable reason) {
    failure = reason;
    notifyAll();
  }

  @Override
  public synchronized void onCompleted() {
    delivered = true;
    notifyAll();
  }

  private synchronized void signalReady() {
    notifyAll();
  }

  private synchronized void sendNext(Wire.PackChunk chunk) {
    // An answer before the end can only be a refusal.
    awaitUntil(() -> delivered || call().isReady());
    call().onNext(chunk);
  }

  private synchronized void awaitDelivered() {
    call().onCompleted();
    awaitUntil(() -> delivered);
  }

  /** The call has a deadline, so this ends. */
  private synchronized void awaitUntil(BooleanSupplier done) {
    try {
      while (failure == null && !done.getAsBoolean()) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure = Status.CANCELLED.withDescription("The agent is stopping.").asException();
    }
    if (failure != null) {
      throw RpcErrors.exception("Delivering results of " + header.reservation(), failure);
    }
  }

  private ClientCallStreamObserver<Wire.PackChunk> call() {
    if (call == null) {
      throw new IllegalStateException("The call has not been started.");
    }
    return call;
  }
}
