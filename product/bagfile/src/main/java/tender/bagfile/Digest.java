package tender.bagfile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;
import tender.support.text.InputChecks;

/**
 * The SHA-256 of a content, used as its name: a receiver can verify the content against the name,
 * from any source.
 *
 * @param hex 64 hexadecimal digits in lower case
 */
public record Digest(String hex) implements Comparable<Digest> {
  private static final Pattern FORMAT = Pattern.compile("[0-9a-f]{64}");
  private static final int BUFFER_BYTES = 1 << 16;

  /** Stands for a digest that the reader may not see; no known content has it. */
  public static final Digest NONE = new Digest("0".repeat(64));

  public Digest {
    if (!FORMAT.matcher(hex).matches()) {
      throw new IllegalArgumentException(
          "A digest is %s, and must be 64 hexadecimal digits in lower case."
              .formatted(InputChecks.quoted(hex)));
    }
  }

  public static Digest of(byte[] bytes) {
    return new Digest(HexFormat.of().formatHex(sha256().digest(bytes)));
  }

  /** The digest of a file. */
  public static Digest of(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return of(in);
    }
  }

  /** The digest of the rest of a stream. */
  public static Digest of(InputStream in) throws IOException {
    MessageDigest sha256 = sha256();
    byte[] buffer = new byte[BUFFER_BYTES];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      sha256.update(buffer, 0, read);
    }
    return of(sha256);
  }

  /** For content that comes in pieces: update this, then call {@link #of(MessageDigest)}. */
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This Java runtime does not support SHA-256.", e);
    }
  }

  /** The digest of the bytes given to {@link #sha256} so far; resets it. */
  public static Digest of(MessageDigest sha256) {
    return new Digest(HexFormat.of().formatHex(sha256.digest()));
  }

  @Override
  public int compareTo(Digest other) {
    return hex.compareTo(other.hex);
  }

  @Override
  public String toString() {
    return hex;
  }
}
