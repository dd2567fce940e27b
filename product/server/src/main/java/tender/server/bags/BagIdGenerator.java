package tender.server.bags;

import java.security.SecureRandom;
import tender.core.model.BagId;

/** Names for new bags: short enough to be read out, and of sixty random bits. */
final class BagIdGenerator {
  /** Without those that are taken for one another. */
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
