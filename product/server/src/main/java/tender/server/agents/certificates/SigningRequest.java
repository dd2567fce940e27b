package tender.server.agents.certificates;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequest;
import tender.protocol.KeyPairs;

/** Checks certificate signing requests (PKCS #10, DER), which are untrusted. */
final class SigningRequest {
  /** A request for a 256-bit elliptic curve key has about 230 bytes. */
  static final int MAX_BYTES = 4 << 10;

  private SigningRequest() {}

  /**
   * The public key of a request, whose signature is verified.
   *
   * @throws IllegalArgumentException if the request is invalid
   */
  static PublicKey verifiedKey(byte[] request) {
    if (request.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "The certificate signing request has %d bytes; the maximum is %d."
              .formatted(request.length, MAX_BYTES));
    }
    DerNesting.check(request);
    try {
      var parsed = new JcaPKCS10CertificationRequest(request);
      PublicKey key = parsed.getPublicKey();
      if (!(key instanceof ECPublicKey ec)
          || ec.getParams().getCurve().getField().getFieldSize() != KeyPairs.BITS) {
        throw new IllegalArgumentException("The key is not a 256-bit elliptic curve key.");
      }
      if (!parsed.isSignatureValid(new JcaContentVerifierProviderBuilder().build(key))) {
        throw new IllegalArgumentException("The request is not signed with its own key.");
      }
      return key;
    } catch (IOException
        | GeneralSecurityException
        | OperatorCreationException
        | PKCSException
        | RuntimeException e) {
      // The library's parsers throw various runtime exceptions for malformed input.
      throw new IllegalArgumentException("Invalid certificate signing request: " + e, e);
    }
  }
}
