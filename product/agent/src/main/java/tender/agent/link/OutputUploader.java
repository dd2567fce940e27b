package tender.agent.link;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tender.bagfile.Digest;
import tender.bagfile.RelativePath;
import tender.core.message.ReservationId;
import tender.protocol.LargeOutput;
import tender.protocol.OutputUpload;
import tender.support.transfer.FileChangedException;
import tender.support.transfer.MultipartUpload;
import tender.support.transfer.SentParts;
import tender.support.transfer.StoreClient;
import tender.support.transfer.StoreRefusedException;
import tender.support.transfer.StoreUnreachableException;
import tender.support.transfer.TransferListener;
import tender.support.transfer.TransferPatience;
import tender.support.transfer.UploadLostException;
import tender.support.transfer.UploadSession;

/** Sends large outputs to the market's object store, if it has one that can be reached. */
final class OutputUploader {
  private static final System.Logger LOG = System.getLogger(OutputUploader.class.getName());
  private static final int BUFFER_BYTES = 128 << 10;

  /** After a store could not be reached, outputs are handled without it for this long. */
  private static final Duration RETRY_DELAY = Duration.ofMinutes(5);

  private final StoreClient store;
  private final Supplier<MarketRpc> rpc;
  private volatile Optional<Long> unreachableSinceNanos = Optional.empty();

  /**
   * An uploader.
   *
   * @param rpc the present connection; fails if there is none
   */
  OutputUploader(StoreClient store, Supplier<MarketRpc> rpc) {
    this.store = store;
    this.rpc = rpc;
  }

  /**
   * Returns whether the output is stored. If not, it must be handled without the store.
   *
   * @throws MarketUnavailableException if a later attempt may continue
   */
  boolean store(
      ReservationId part, int taskIndex, RelativePath path, FileChannel content, long bytes)
      throws IOException {
    if (unreachableSinceNanos
        .filter(since -> System.nanoTime() - since < RETRY_DELAY.toNanos())
        .isPresent()) {
      return false;
    }
    Optional<Digest> digest = digest(content, bytes);
    if (digest.isEmpty()) {
      return false;
    }
    try {
      LargeOutput output = new LargeOutput(part, taskIndex, path, digest.get(), bytes);
      OutputUpload begun = rpc.get().beginOutput(output);
      if (begun.state() == OutputUpload.State.OPEN) {
        send(output, begun, content);
      }
      return begun.state() != OutputUpload.State.UNAVAILABLE;
    } catch (FileChangedException e) {
      return false;
    } catch (MarketRefusedException e) {
      LOG.log(Level.WARNING, "An output was not stored: cause={0}", e.getMessage(), part);
      return false;
    } catch (StoreUnreachableException | StoreRefusedException e) {
      unreachableSinceNanos = Optional.of(System.nanoTime());
      LOG.log(
          Level.WARNING,
          "Cannot write to the object store; outputs are handled without it for some minutes:"
              + " cause={0}",
          Optional.ofNullable(e.getCause()).map(Throwable::toString).orElse(e.getMessage()),
          part);
      return false;
    }
  }

  private void send(LargeOutput output, OutputUpload begun, FileChannel content)
      throws IOException {
    try {
      new MultipartUpload(store, new TransferPatience())
          .send(content, output.bytes(), new Session(output, begun), TransferListener.NONE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MarketUnavailableException("The agent is shutting down.");
    }
  }

  /** Empty if the file became shorter meanwhile. */
  private static Optional<Digest> digest(FileChannel content, long bytes) throws IOException {
    MessageDigest sha256 = Digest.sha256();
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    for (long at = 0; at < bytes; ) {
      buffer.clear().limit((int) Math.min(BUFFER_BYTES, bytes - at));
      int read = content.read(buffer, at);
      if (read < 0) {
        return Optional.empty();
      }
      sha256.update(buffer.flip());
      at += read;
    }
    return Optional.of(Digest.of(sha256));
  }

  /** The upload that was begun, then others. */
  private final class Session implements UploadSession {
    private final LargeOutput output;
    private Optional<OutputUpload> begun;

    Session(LargeOutput output, OutputUpload begun) {
      this.output = output;
      this.begun = Optional.of(begun);
    }

    @Override
    public Optional<SentParts> begin() {
      OutputUpload upload = begun.orElseGet(() -> rpc.get().beginOutput(output));
      begun = Optional.empty();
      return switch (upload.state()) {
        case OPEN -> Optional.of(new SentParts(upload.partBytes(), upload.tags()));
        case STORED -> Optional.empty();
        case UNAVAILABLE ->
            throw new MarketUnavailableException("This server has no object store.");
      };
    }

    @Override
    public URI partUrl(int part) throws UploadLostException {
      return rpc.get().outputPartUrl(output, part);
    }

    @Override
    public void complete(List<String> tags) throws UploadLostException {
      rpc.get().completeOutput(output, tags);
    }
  }
}
