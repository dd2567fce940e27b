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
import tender.core.message.ReservationId;
import tender.core.model.ProviderId;
import tender.protocol.MalformedMessageException;
import tender.protocol.MessageCodec;
import tender.protocol.PackHeader;
import tender.protocol.v1.Wire;
import tender.bagfile.Digest;

/** Takes a pack of results into a file, and hands it on when it is complete and as announced. */
final class PackReceiver implements StreamObserver<Wire.PackChunk> {
  private static final System.Logger LOG = System.getLogger(PackReceiver.class.getName());

  private final ProviderId from;
  private final ServerCallStreamObserver<Wire.PackDelivered> out;
  private final AgentHandler counterpart;
  private final TransferLimiter turns;
  private final MessageDigest sha256 = Digest.sha256();
  private @Nullable PackHeader header;
  private @Nullable Path file;
  private @Nullable OutputStream content;
  private long contentBytes;
  private boolean hasTurn;
  private boolean ended;

  PackReceiver(
      ProviderId from,
      ServerCallStreamObserver<Wire.PackDelivered> out,
      AgentHandler counterpart,
      TransferLimiter turns) {
    this.from = from;
    this.out = out;
    this.counterpart = counterpart;
    this.turns = turns;
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
        case KIND_NOT_SET -> throw new MalformedMessageException("A part of a pack is empty.");
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
      throw new MalformedMessageException("A pack has two headers.");
    }
    if (!header.reservation().provider().equals(from)) {
      LOG.log(Level.WARNING, "{0} has sent a pack for {1}.", from, header.reservation());
      throw new NotAllowedException(
          "A pack is for " + header.reservation() + ", which is not held by " + from + ".");
    }
    this.header = header;
    turns.acquire(from);
    hasTurn = true;
    file = Files.createTempFile("tender-", ".pack");
    content = Files.newOutputStream(file);
  }

  private void append(ByteString chunk) throws MalformedMessageException, IOException {
    if (header == null || content == null) {
      throw new MalformedMessageException("A pack does not begin with a header.");
    }
    contentBytes += chunk.size();
    if (contentBytes > header.bytes()) {
      throw new MalformedMessageException(
          "A pack is longer than the " + header.bytes() + " bytes that were announced.");
    }
    sha256.update(chunk.asReadOnlyByteBuffer());
    chunk.writeTo(content);
  }

  private void deliver() throws MalformedMessageException, IOException {
    if (header == null || file == null || content == null) {
      throw new MalformedMessageException("A pack has no header.");
    }
    content.close();
    Digest digest = Digest.of(sha256);
    if (contentBytes != header.bytes() || !digest.equals(header.digest())) {
      throw new MalformedMessageException(
          "A pack has %d bytes with the digest %s; announced were %d and %s."
              .formatted(contentBytes, digest, header.bytes(), header.digest()));
    }
    counterpart.deliver(from, header.reservation(), header.outcomes(), file);
  }

  private void fail(Exception reason) {
    discard();
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
      LOG.log(Level.WARNING, "A temporary file stays behind: " + file, e);
    }
    if (hasTurn) {
      hasTurn = false;
      turns.release(from);
    }
  }
}
