package tender.agent.files;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tender.core.message.ReservationId;
import tender.protocol.KeptOutputPiece;
import tender.protocol.KeptOutputRequest;
import tender.protocol.ProtocolLimits;

/**
 * Sends kept outputs to users that wait for them. It asks the market what to send, because the
 * agent accepts no connections, and remembers nothing: the market says from which byte on.
 */
public final class KeptOutputSender implements AutoCloseable {
  private static final Logger LOG = System.getLogger(KeptOutputSender.class.getName());

  /** How often to ask while users wait for nothing, and while one waits. */
  private static final long IDLE_MILLIS = 5_000;

  private static final long BUSY_MILLIS = 200;

  private final Path work;
  private final Function<ReservationId, Path> partFolder;
  private final Market market;
  private final SendListener listener;
  private final Thread thread = Thread.ofVirtual().name("kept outputs").unstarted(this::run);

  /** The market's side. Methods throw a {@link RuntimeException} if it does not answer. */
  public interface Market {
    List<KeptOutputRequest> keptOutputRequests();

    /** Returns when the market has stored the piece. */
    void sendKeptOutput(KeptOutputPiece piece);

    /** The provider does not have the file, or has it no longer. */
    void keptOutputUnavailable(long request);
  }

  /** Notified when a file begins to be sent. */
  @FunctionalInterface
  public interface SendListener {
    void sending(ReservationId part, int taskIndex, String path, long bytes);
  }

  /**
   * A sender.
   *
   * @param work the folder that contains the parts' folders and the kept outputs
   * @param partFolder the folder of a part while it runs
   */
  public KeptOutputSender(
      Path work, Function<ReservationId, Path> partFolder, Market market, SendListener listener) {
    this.work = work;
    this.partFolder = partFolder;
    this.market = market;
    this.listener = listener;
  }

  public void start() {
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(sendRequested() ? BUSY_MILLIS : IDLE_MILLIS);
      }
    } catch (InterruptedException e) {
      // The sender is closed.
    }
  }

  /** Sends what users wait for now; returns whether there was anything. */
  boolean sendRequested() {
    // Most agents keep nothing, and need not ask.
    if (!Files.exists(work.resolve(KeptOutputs.FOLDER))) {
      return false;
    }
    boolean hasSent = false;
    try {
      for (KeptOutputRequest request : market.keptOutputRequests()) {
        hasSent |= trySend(request);
      }
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "Cannot read requests for outputs: cause={0}", e.toString());
    }
    return hasSent;
  }

  /** A file that cannot be sent must not delay those of other users. */
  private boolean trySend(KeptOutputRequest request) {
    try {
      send(request);
      return true;
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.DEBUG, "Cannot send a kept output; will retry: cause={0}", e.toString());
      return false;
    }
  }

  private void send(KeptOutputRequest request) throws IOException {
    Optional<SeekableByteChannel> opened = open(request);
    if (opened.isEmpty()) {
      if (!isPending(request)) {
        market.keptOutputUnavailable(request.id());
      }
      return;
    }
    try (SeekableByteChannel file = opened.get()) {
      long totalBytes = file.size();
      long fromByte = request.fromByte();
      if (fromByte == 0) {
        listener.sending(
            request.reservation(), request.taskIndex(), request.path().value(), totalBytes);
      }
      for (int piece = 0; piece < request.pieces(); piece++) {
        market.sendKeptOutput(
            new KeptOutputPiece(request.id(), fromByte, totalBytes, read(file, fromByte)));
        fromByte += ProtocolLimits.PIECE_BYTES;
        if (fromByte >= totalBytes) {
          return;
        }
      }
    }
  }

  private Path folder(KeptOutputRequest request) {
    return KeptOutputs.folder(work, partFolder.apply(request.reservation()));
  }

  /** Opens a kept file, and no other file: the market is not trusted with the owner's files. */
  private Optional<SeekableByteChannel> open(KeptOutputRequest request) {
    Path file =
        folder(request)
            .resolve(Integer.toString(request.taskIndex()))
            .resolve(request.path().value());
    try (UntrustedFolder parent = UntrustedFolder.open(work, requireNonNull(file.getParent()))) {
      return parent.attributes(file.getFileName()).isRegularFile()
          ? Optional.of(parent.file(file.getFileName()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Files are moved to the kept ones when their part has ended. */
  private boolean isPending(KeptOutputRequest request) {
    return Files.exists(KeptOutputs.list(folder(request)));
  }

  private static ByteString read(SeekableByteChannel file, long fromByte) throws IOException {
    ByteBuffer piece = ByteBuffer.allocate(ProtocolLimits.PIECE_BYTES);
    file.position(fromByte);
    while (piece.hasRemaining() && file.read(piece) >= 0) {
      // Reads until the piece is full or the file ends.
    }
    return ByteString.copyFrom(piece.flip());
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
