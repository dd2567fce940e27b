package tender.experiments.run;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** An incremental SHA-256 checksum. */
final class Checksum {
  private final MessageDigest digest;

  Checksum() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This JDK has no SHA-256, which every JDK must have.", e);
    }
  }

  /** Adds a text and a terminator, so that two texts differ from their concatenation. */
  Checksum add(String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
    return this;
  }

  String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }

  MessageDigest digest() {
    return digest;
  }
}
