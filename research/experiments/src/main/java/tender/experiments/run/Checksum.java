package tender.experiments.run;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of what is added, piece by piece. */
public final class Checksum {
  private final MessageDigest digest;

  public Checksum() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256.", e);
    }
  }

  /** Adds a text and its end, so that two texts do not look like one. */
  public Checksum add(String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
    return this;
  }

  public String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }

  MessageDigest digest() {
    return digest;
  }
}
