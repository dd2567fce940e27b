package tender.server.objects;

import java.security.SecureRandom;
import java.util.HexFormat;
import tender.bagfile.Digest;

/** Names of objects. */
public final class ObjectNames {
  private static final int RANDOM_BYTES = 8;
  private static final SecureRandom RANDOM = new SecureRandom();

  private ObjectNames() {}

  /** A new name for an object with this content, which no other object has. */
  public static String next(Digest digest) {
    byte[] random = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(random);
    return digest.hex() + "-" + HexFormat.of().formatHex(random);
  }
}
