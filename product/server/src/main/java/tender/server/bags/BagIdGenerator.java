package tender.server.bags;

import java.security.SecureRandom;
import tender.core.model.BagId;

/** Generates bag ids: short enough to be read aloud, with 60 random bits. */
final class BagIdGenerator {
  /** Without letters that are easily confused. */
  private static final String LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

  private static final int LENGTH = 12;
  private static final SecureRandom RANDOM = new SecureRandom();

  private BagIdGenerator() {}

  static BagId next() {
    StringBuilder id = new StringBuilder();
    for (int i = 0; i < LENGTH; i++) {
      id.append(LETTERS.charAt(RANDOM.nextInt(LETTERS.length())));
    }
    return new BagId(id.toString());
  }
}
