package tender.server.store.content;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;
import tender.bagfile.Digest;

/**
 * Content whose size is limited and whose digest is verified at its end: a reader that reaches the
 * end without an exception has read the right content.
 */
final class VerifiedStream extends FilterInputStream {
  private final Digest digest;
  private final long maxBytes;
  private final MessageDigest sha256 = Digest.sha256();
  private long bytes;
  private boolean isVerified;
  private @Nullable BlobRejectedException rejection;

  VerifiedStream(Digest digest, InputStream content, long maxBytes) {
    super(content);
    this.digest = digest;
    this.maxBytes = maxBytes;
  }

  /** The number of bytes that were read. */
  long bytes() {
    return bytes;
  }

  /** Throws the reason if the content was rejected. */
  void throwIfRejected() throws BlobRejectedException {
    if (rejection != null) {
      throw rejection;
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int read = super.read(into, offset, length);
    if (read > 0) {
      bytes += read;
      sha256.update(into, offset, read);
      if (bytes > maxBytes) {
        reject(
            BlobRejectedException.Reason.TOO_LARGE,
            "Content " + digest + " is larger than " + maxBytes + " bytes.");
      }
    } else if (read < 0 && !isVerified) {
      isVerified = true;
      Digest actual = Digest.of(sha256);
      if (!actual.equals(digest)) {
        reject(
            BlobRejectedException.Reason.WRONG_DIGEST,
            "Content has the digest " + actual + ", not " + digest + ". Was the file changed?");
      }
    }
    return read;
  }

  private void reject(BlobRejectedException.Reason reason, String message) throws IOException {
    rejection = new BlobRejectedException(reason, message);
    throw new IOException(message);
  }

  @Override
  public long skip(long count) throws IOException {
    throw new IOException("Verified content cannot be skipped.");
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
