package tender.server.store.content;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import tender.bagfile.Digest;

/**
 * Identifies stored bytes. Equal content that is written twice has two of them, so that bytes can
 * be deleted while the same content is written again.
 *
 * @param upload its row in PostgreSQL
 * @param object the name of its object; empty if the bytes are in PostgreSQL
 */
record ContentId(long upload, Optional<String> object) {
  private static final int RANDOM_BYTES = 8;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** A new name for an object with this content. */
  static String newObjectName(Digest digest) {
    byte[] random = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(random);
    return digest.hex() + "-" + HexFormat.of().formatHex(random);
  }

  String objectName() {
    return object.orElseThrow(
        () -> new IllegalArgumentException("Upload " + upload + " is not in the object store."));
  }
}
