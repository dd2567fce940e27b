package tender.server.store.identity;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import tender.bagfile.Digest;

/**
 * An access token. Only its SHA-256 is stored: a token has 256 random bits, so no slower hash is
 * needed, and a lookup by hash does not leak through its timing how much of a guess is correct.
 */
final class Token {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 32;

  private Token() {}

  static String random() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    // Hexadecimal, because a token may be a command-line argument, where a hyphen starts an option.
    return HexFormat.of().formatHex(bytes);
  }

  static byte[] hash(String token) {
    return Digest.sha256().digest(token.getBytes(StandardCharsets.UTF_8));
  }
}
