package tender.server.agents;

import com.google.protobuf.ByteString;
import io.grpc.stub.ServerCallStreamObserver;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import tender.protocol.BlobLocation;
import tender.protocol.ProtocolLimits;
import tender.protocol.v1.Wire;
import tender.server.agents.rejection.AgentErrorMapper;

/** Sends a file to an agent at the agent's pace. */
final class BlobSender implements BlobSink {
  /** A slow agent must not block the thread that reads from the database for longer. */
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(20);

  /** Writes a file. */
  interface Writer {
    void writeTo(BlobSink sink) throws Exception;
  }

  private final ServerCallStreamObserver<Wire.BlobChunk> out;

  BlobSender(ServerCallStreamObserver<Wire.BlobChunk> out) {
    this.out = out;
    out.setOnReadyHandler(this::wakeWriter);
    out.setOnCancelHandler(this::wakeWriter);
  }

  void run(Writer writer) {
    try {
      writer.writeTo(this);
      out.onCompleted();
    } catch (Exception e) {
      if (!out.isCancelled()) {
        out.onError(AgentErrorMapper.toStatus(e).asException());
      }
    }
  }

  @Override
  public void write(byte[] content) throws IOException {
    for (int at = 0; at < content.length; at += ProtocolLimits.CHUNK_BYTES) {
      awaitReady();
      int length = Math.min(ProtocolLimits.CHUNK_BYTES, content.length - at);
      ByteString chunk = ByteString.copyFrom(content, at, length);
      out.onNext(Wire.BlobChunk.newBuilder().setContent(chunk).build());
    }
  }

  /** Sends where the file is, in place of its content. */
  void send(BlobLocation location) {
    out.onNext(Wire.BlobChunk.newBuilder().setLocation(location.toWire()).build());
  }

  private synchronized void awaitReady() throws IOException {
    long untilNanos = System.nanoTime() + TIMEOUT_NANOS;
    while (!out.isReady() && !out.isCancelled()) {
      long leftNanos = untilNanos - System.nanoTime();
      if (leftNanos <= 0) {
        throw new IOException("The agent reads nothing of the requested file.");
      }
      try {
        TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("The server is shutting down.", e);
      }
    }
    if (out.isCancelled()) {
      throw new IOException("The agent that requested the file has disconnected.");
    }
  }

  private synchronized void wakeWriter() {
    notifyAll();
  }
}
