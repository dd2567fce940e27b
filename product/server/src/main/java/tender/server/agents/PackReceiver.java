package tender.server.agents;

import com.google.protobuf.ByteString;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.bagfile.Digest;
import tender.core.message.ReservationId;
import tender.core.model.ProviderId;
import tender.protocol.MalformedMessageException;
import tender.protocol.MessageCodec;
import tender.protocol.PackHeader;
import tender.protocol.v1.Wire;
import tender.server.agents.limits.TransferLimiter;
import tender.server.agents.rejection.AgentErrorMapper;
import tender.server.agents.rejection.AgentRejection;
import tender.server.agents.rejection.NotAllowedException;

/** Receives a result pack into a file and delivers it when it is complete and verified. */
final class PackReceiver implements StreamObserver<Wire.PackChunk> {
  private static final System.Logger LOG = System.getLogger(PackReceiver.class.getName());

  private final ProviderId from;
  private final ServerCallStreamObserver<Wire.PackDelivered> out;
  private final AgentHandler handler;
  private final TransferLimiter limiter;
  private final MessageDigest sha256 = Digest.sha256();
  private @Nullable PackHeader header;
  private @Nullable Path file;
  private @Nullable OutputStream content;
  private long contentBytes;
  private boolean hasPermit;
  private boolean ended;

  PackReceiver(
      ProviderId from,
      ServerCallStreamObserver<Wire.PackDelivered> out,
      AgentHandler handler,
      TransferLimiter limiter) {
    this.from = from;
    this.out = out;
    this.handler = handler;
    this.limiter = limiter;
    out.setOnCancelHandler(this::discard);
  }

  @Override
  public void onNext(Wire.PackChunk chunk) {
    if (ended) {
      return;
    }
    try {
      switch (chunk.getKindCase()) {
        case HEADER -> begin(MessageCodec.packHeader(chunk.getHeader()));
        case CONTENT -> append(chunk.getContent());
        case KIND_NOT_SET -> throw new MalformedMessageException("A chunk of a pack is empty.");
      }
    } catch (MalformedMessageException | IOException | RuntimeException e) {
      fail(e);
    }
  }

  @Override
  public void onError(Throwable reason) {
    discard();
  }

  @Override
  public void onCompleted() {
    if (ended) {
      return;
    }
    try {
      deliver();
    } catch (MalformedMessageException | IOException | RuntimeException e) {
      fail(e);
      return;
    }
    discard();
    out.onNext(Wire.PackDelivered.getDefaultInstance());
    out.onCompleted();
  }

  private void begin(PackHeader header) throws MalformedMessageException, IOException {
    if (this.header != null) {
      throw new MalformedMessageException("The pack has two headers.");
    }
    if (!header.reservation().provider().equals(from)) {
      throw new NotAllowedException(
          AgentRejection.OTHER_PROVIDER,
          "The pack is for " + header.reservation() + ", which does not belong to " + from + ".");
    }
    this.header = header;
    handler.checkDelivery(from, header);
    limiter.acquire(from);
    hasPermit = true;
    file = Files.createTempFile("tender-", ".pack");
    content = Files.newOutputStream(file);
  }

  private void append(ByteString chunk) throws MalformedMessageException, IOException {
    if (header == null || content == null) {
      throw new MalformedMessageException("The pack does not start with a header.");
    }
    contentBytes += chunk.size();
    if (contentBytes > header.bytes()) {
      throw new MalformedMessageException(
          "The pack is larger than the announced " + header.bytes() + " bytes.");
    }
    sha256.update(chunk.asReadOnlyByteBuffer());
    chunk.writeTo(content);
  }

  private void deliver() throws MalformedMessageException, IOException {
    if (header == null || file == null || content == null) {
      throw new MalformedMessageException("The pack has no header.");
    }
    content.close();
    Digest digest = Digest.of(sha256);
    if (contentBytes != header.bytes() || !digest.equals(header.digest())) {
      throw new MalformedMessageException(
          "The pack has %d bytes and the digest %s; announced were %d bytes and %s."
              .formatted(contentBytes, digest, header.bytes(), header.digest()));
    }
    handler.deliver(from, header.reservation(), header.outcomes(), file);
  }

  private void fail(Exception reason) {
    discard();
    if (reason instanceof NotAllowedException e) {
      handler.rejected(from, e.reason(), String.valueOf(e.getMessage()));
    }
    Optional<ReservationId> about = Optional.ofNullable(header).map(PackHeader::reservation);
    out.onError(AgentErrorMapper.toStatus(reason, about).asException());
  }

  private void discard() {
    ended = true;
    try {
      if (content != null) {
        content.close();
      }
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      LOG.log(Level.WARNING, "Cannot delete temporary file: " + file, e);
    }
    if (hasPermit) {
      hasPermit = false;
      limiter.release(from);
    }
  }
}
