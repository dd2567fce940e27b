package tender.agent.link;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.security.KeyPair;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import tender.protocol.KeyPairs;
import tender.protocol.MalformedMessageException;
import tender.protocol.PemBundle;
import tender.protocol.v1.Wire;

/** A new key and the signing request for its certificate. The key never leaves the site. */
record CertificateRequest(KeyPair keys, ByteString encoded) {

  static CertificateRequest generate() {
    KeyPair keys = KeyPairs.generate();
    try {
      // The server decides which names the certificate contains.
      var builder =
          new JcaPKCS10CertificationRequestBuilder(
              new X500Name("CN=Tender agent"), keys.getPublic());
      byte[] encoded =
          builder
              .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()))
              .getEncoded();
      return new CertificateRequest(keys, ByteString.copyFrom(encoded));
    } catch (OperatorCreationException | IOException e) {
      throw new IllegalStateException("Cannot create a certificate request.", e);
    }
  }

  /** The credentials from the server's answer and this key. */
  Credentials toCredentials(Wire.Certificate answer) throws MalformedMessageException {
    try {
      var pem =
          new PemBundle(
              keys.getPrivate(),
              PemBundle.certificate(answer.getCertificate().toByteArray()),
              answer.getAuthoritiesList().stream()
                  .map(each -> PemBundle.certificate(each.toByteArray()))
                  .toList());
      if (!pem.certificate().getPublicKey().equals(keys.getPublic())) {
        throw new MalformedMessageException(
            "The certificate does not belong to the key of the request.");
      }
      return Credentials.of(pem);
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException("The server's answer is not a valid certificate.", e);
    }
  }
}
