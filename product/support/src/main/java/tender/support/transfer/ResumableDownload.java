package tender.support.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;

/**
 * Reads an object from an object store into a file. A file that has the beginning of the object is
 * continued, so after any interruption the same call goes on. Nothing of the object is kept in
 * memory.
 */
public final class ResumableDownload {
  private static final int BUFFER_BYTES = 128 << 10;
  private static final int FORBIDDEN = 403;

  private final StoreClient store;
  private final TransferPatience patience;

  public ResumableDownload(StoreClient store, TransferPatience patience) {
    this.store = store;
    this.patience = patience;
  }

  /** Gives URLs of one object, each valid for a limited time. */
  @FunctionalInterface
  public interface UrlSource {
    URI next() throws IOException;
  }

  /**
   * Completes a file. The caller compares the digest, and deletes the file if it is wrong.
   *
   * @param bytes the size of the object
   * @param digest is updated with the whole content of the file
   * @throws StoreUnreachableException if nothing could be read, so that another way is needed
   */
  public void fetch(
      UrlSource urls, Path file, long bytes, MessageDigest digest, TransferListener listener)
      throws IOException, InterruptedException {
    long at = start(file, bytes, digest);
    listener.kept(at);
    try (OutputStream out =
        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      for (int failures = 0; at < bytes; failures++) {
        try (InputStream in = store.get(urls.next(), at)) {
          at += copy(in, out, bytes - at, digest, listener);
        } catch (StoreRefusedException e) {
          // A URL that has expired is forbidden.
          if (e.status() < 500 && e.status() != FORBIDDEN) {
            throw e;
          }
          patience.await(e, failures);
        } catch (BrokenStreamException e) {
          at += e.readBytes();
          patience.await(e, failures);
        } catch (StoreConnectionException e) {
          patience.await(e, failures);
        }
      }
    }
  }

  /** The end of what an earlier run has left, which is read for the digest. */
  private static long start(Path file, long bytes, MessageDigest digest) throws IOException {
    if (!Files.exists(file)) {
      return 0;
    }
    if (Files.size(file) > bytes) {
      Files.delete(file);
      return 0;
    }
    byte[] buffer = new byte[BUFFER_BYTES];
    long at = 0;
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
        at += read;
      }
    }
    return at;
  }

  private long copy(
      InputStream in,
      OutputStream out,
      long maxBytes,
      MessageDigest digest,
      TransferListener listener)
      throws IOException, InterruptedException {
    byte[] buffer = new byte[BUFFER_BYTES];
    long copied = 0;
    while (copied < maxBytes) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      int read;
      try {
        read = in.read(buffer, 0, (int) Math.min(buffer.length, maxBytes - copied));
      } catch (IOException e) {
        throw new BrokenStreamException(copied, e);
      }
      if (read < 0) {
        throw new BrokenStreamException(copied, new IOException("the object store closed early"));
      }
      out.write(buffer, 0, read);
      digest.update(buffer, 0, read);
      copied += read;
      patience.succeeded();
      listener.transferred(read);
    }
    return copied;
  }

  /** The connection broke after some bytes, which are in the file. */
  private static final class BrokenStreamException extends IOException {
    private static final long serialVersionUID = 1;

    private final long readBytes;

    BrokenStreamException(long readBytes, IOException cause) {
      super(cause.getMessage(), cause);
      this.readBytes = readBytes;
    }

    long readBytes() {
      return readBytes;
    }
  }
}
