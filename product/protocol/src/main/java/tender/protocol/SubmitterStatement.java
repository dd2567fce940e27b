package tender.protocol;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import tender.bagfile.Digest;
import tender.core.model.BagId;

/**
 * The market's statement of who submitted a work order. The market's authority signs it, so that
 * the owner of a cluster can show later for whom it ran which commands.
 *
 * @param user the name of the bag's user
 * @param project for which the user submitted the bag; empty if none
 * @param order the work order, as the provider received it
 */
public record SubmitterStatement(BagId bag, String user, String project, Digest order) {
  private static final String ALGORITHM = "SHA256withECDSA";

  /** What is signed: no two statements have the same text, because names contain no line ends. */
  String text() {
    return "tender work order 1\nbag %s\nuser %s\nproject %s\nsha256 %s\n"
        .formatted(oneLine(bag.value()), oneLine(user), oneLine(project), order.hex());
  }

  private static String oneLine(String value) {
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("A name in a statement contains a control character.");
    }
    return value;
  }

  public byte[] sign(PrivateKey key) {
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initSign(key);
      signature.update(text().getBytes(StandardCharsets.UTF_8));
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Cannot sign the statement about bag " + bag + ".", e);
    }
  }

  /** Whether the owner of the key has signed this statement. */
  public boolean isSignedBy(PublicKey key, byte[] signed) {
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initVerify(key);
      signature.update(text().getBytes(StandardCharsets.UTF_8));
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
