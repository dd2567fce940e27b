package tender.server.store.identity;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import tender.bagfile.Digest;

/**
 * A secret that whoever shows it is known by. Only its SHA-256 is stored: it has 256 random bits,
 * so nothing slower is needed, and a search by hash tells nobody how much of a guess was right.
 */
final class Token {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 32;

  private Token() {}

  static String random() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    // Digits and letters only: it is given as an argument, where a hyphen would begin an option.
    return HexFormat.of().formatHex(bytes);
  }

  static byte[] hash(String token) {
    return Digest.sha256().digest(token.getBytes(StandardCharsets.UTF_8));
  }
}
