package tender.protocol;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;

/** Generates the key pairs of a market's servers, agents and authority: ECDSA on curve P-256. */
public final class KeyPairs {
  public static final int BITS = 256;

  private KeyPairs() {}

  public static KeyPair generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java runtime does not support the curve P-256.", e);
    }
  }
}
