package tender.protocol;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;

/** The kind of keys that everybody in a market has: elliptic ones, on the curve P-256. */
public final class KeyPairs {
  public static final int BITS = 256;

  private KeyPairs() {}

  /** A new pair. */
  public static KeyPair generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java makes keys on the curve P-256.", e);
    }
  }
}
