package tender.cli.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.bagfile.Digest;
import tender.support.text.ErrorMessages;
import tender.support.transfer.MultipartUpload;
import tender.support.transfer.StoreClient;
import tender.support.transfer.StoreUnreachableException;
import tender.support.transfer.TransferListener;
import tender.support.transfer.TransferPatience;

/**
 * Uploads input files: large ones directly to the market's object store, if it has one that can be
 * reached from here, all others through the server.
 */
public final class FileUploader implements AutoCloseable {
  /** Smaller files gain nothing from a direct upload. */
  static final long MIN_DIRECT_BYTES = 16L << 20;

  private final MarketClient client;
  private final HttpTransport transport;
  private final boolean sendsTogether;
  private boolean useStore;
  private @Nullable StoreClient store;

  /**
   * An uploader.
   *
   * @param answer what the market stores
   */
  FileUploader(MarketClient client, HttpTransport transport, MissingBlobs answer) {
    this.client = client;
    this.transport = transport;
    sendsTogether = answer.smallFiles();
    useStore = answer.directUploads();
  }

  /** Uploads files, small ones together. */
  public void uploadAll(Map<Digest, Path> files, TransferListener listener) {
    List<Map.Entry<Digest, Path>> small = new ArrayList<>();
    for (Map.Entry<Digest, Path> file : files.entrySet()) {
      if (sendsTogether && size(file.getValue()) <= SmallFiles.MAX_BYTES) {
        small.add(file);
      } else {
        upload(file.getKey(), file.getValue(), listener);
      }
    }
    new SmallFiles(transport, listener).send(small);
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Reading " + file + " failed: " + e.getMessage(), e);
    }
  }

  /** Uploads a file without showing the progress. */
  public void upload(Digest digest, Path file) {
    upload(digest, file, TransferListener.NONE);
  }

  /** Returns when the user has the file at the market. */
  public void upload(Digest digest, Path file, TransferListener listener) {
    try {
      long bytes = Files.size(file);
      if (useStore && bytes >= MIN_DIRECT_BYTES && sendDirectly(digest, file, listener)) {
        return;
      }
      client.uploadBlob(digest, file);
      listener.transferred(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot upload %s: %s.\nRun the same command again to continue."
              .formatted(file, ErrorMessages.describe(e)),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted.", e);
    }
  }

  /** Returns false if the store cannot be reached from here. */
  private boolean sendDirectly(Digest digest, Path file, TransferListener listener)
      throws IOException, InterruptedException {
    MarketUpload upload = MarketUpload.of(transport, digest, file);
    try (FileChannel content = FileChannel.open(file)) {
      new MultipartUpload(store(), new TransferPatience())
          .send(content, upload.bytes(), upload, listener);
      return true;
    } catch (StoreUnreachableException e) {
      transport.notice(
          "The market's object store cannot be reached from here (%s); sending large files through the server."
              .formatted(ErrorMessages.describe(Optional.ofNullable(e.getCause()).orElse(e))));
      useStore = false;
      upload.end();
      return false;
    }
  }

  private StoreClient store() {
    if (store == null) {
      store = transport.newStoreClient();
    }
    return store;
  }

  @Override
  public void close() {
    if (store != null) {
      store.close();
    }
  }
}
