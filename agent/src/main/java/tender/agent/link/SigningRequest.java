package tender.agent.link;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.security.KeyPair;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import tender.protocol.Keys;
import tender.protocol.MalformedMessage;
import tender.protocol.Pem;
import tender.protocol.v1.Wire;

/**
 * A new key, and the request for a certificate that goes with it. The key never leaves the site.
 */
record SigningRequest(KeyPair keys, ByteString encoded) {

  static SigningRequest draw() {
    KeyPair keys = Keys.draw();
    try {
      // Which names stand in the certificate, the server decides.
      var builder =
          new JcaPKCS10CertificationRequestBuilder(
              new X500Name("CN=Tender agent"), keys.getPublic());
      byte[] encoded =
          builder
              .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()))
              .getEncoded();
      return new SigningRequest(keys, ByteString.copyFrom(encoded));
    } catch (OperatorCreationException | IOException e) {
      throw new IllegalStateException("A request for a certificate cannot be made.", e);
    }
  }

  /** The answer to this request, with the key that belongs to it. */
  Credentials granted(Wire.Certificate answer) throws MalformedMessage {
    try {
      var pem =
          new Pem(
              keys.getPrivate(),
              Pem.certificate(answer.getCertificate().toByteArray()),
              answer.getAuthoritiesList().stream()
                  .map(each -> Pem.certificate(each.toByteArray()))
                  .toList());
      if (!pem.certificate().getPublicKey().equals(keys.getPublic())) {
        throw new MalformedMessage("The certificate is not for the key that was sent.");
      }
      return Credentials.of(pem);
    } catch (IllegalArgumentException e) {
      throw new MalformedMessage("The server's answer is no certificate.", e);
    }
  }
}
