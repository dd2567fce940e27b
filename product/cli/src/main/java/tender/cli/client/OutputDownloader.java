package tender.cli.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import tender.bagfile.Digest;
import tender.support.text.ErrorMessages;
import tender.support.transfer.ResumableDownload;
import tender.support.transfer.StoreClient;
import tender.support.transfer.StoreUnreachableException;
import tender.support.transfer.TransferListener;
import tender.support.transfer.TransferPatience;

/**
 * Reads large outputs from the market's object store, or through the server if the store cannot be
 * reached from here. Thread-safe.
 */
public final class OutputDownloader implements AutoCloseable {
  private static final int NOT_FOUND = 404;

  private final MarketClient client;
  private final HttpTransport transport;
  private final StoreClient store;
  private final AtomicBoolean useStore = new AtomicBoolean(true);

  OutputDownloader(MarketClient client, HttpTransport transport) {
    this.client = client;
    this.transport = transport;
    store = transport.newStoreClient();
  }

  /**
   * Completes a file, which then has the digest of the output.
   *
   * @param file may have the beginning of the output from an earlier run
   * @throws IOException if the transfer fails, or if the content is wrong
   */
  public void fetch(String bag, OutputsResponse.Output output, Path file, TransferListener listener)
      throws IOException, InterruptedException {
    MessageDigest sha256 = Digest.sha256();
    if (!useStore.get() || !readDirectly(bag, output, file, sha256, listener)) {
      sha256.reset();
      readThroughServer(bag, output, file, sha256, listener);
    }
    Digest found = Digest.of(sha256);
    if (!found.hex().equals(output.digest())) {
      Files.delete(file);
      throw new IOException(
          "the provider sent content with the digest %s in place of %s"
              .formatted(found, output.digest()));
    }
  }

  /** Returns false if the store cannot be reached from here. */
  private boolean readDirectly(
      String bag,
      OutputsResponse.Output output,
      Path file,
      MessageDigest sha256,
      TransferListener listener)
      throws IOException, InterruptedException {
    try {
      new ResumableDownload(store, new TransferPatience())
          .fetch(
              () -> client.outputUrl(bag, output.task(), output.path()),
              file,
              output.bytes(),
              sha256,
              listener);
      return true;
    } catch (StoreUnreachableException e) {
      if (useStore.getAndSet(false)) {
        transport.notice(
            "The market's object store cannot be reached from here (%s); reading large outputs through the server."
                .formatted(ErrorMessages.describe(Optional.ofNullable(e.getCause()).orElse(e))));
      }
      return false;
    } catch (RequestRefusedException e) {
      // The operator may have moved it to the database of the market.
      if (e.status() == NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  private void readThroughServer(
      String bag,
      OutputsResponse.Output output,
      Path file,
      MessageDigest sha256,
      TransferListener listener)
      throws IOException {
    try (InputStream content =
        new DigestInputStream(client.openKeptOutput(bag, output.task(), output.path()), sha256)) {
      Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
    }
    listener.transferred(output.bytes());
  }

  @Override
  public void close() {
    store.close();
  }
}
