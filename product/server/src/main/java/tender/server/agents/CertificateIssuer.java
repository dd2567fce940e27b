package tender.server.agents;

import com.google.protobuf.ByteString;
import java.security.cert.X509Certificate;
import java.time.Duration;
import tender.core.model.ProviderId;
import tender.protocol.PemBundle;
import tender.protocol.v1.Wire;

/** Issues certificates to agents. */
record CertificateIssuer(CertificateAuthority authority, Duration validity) {

  void validate(byte[] signingRequest) {
    CertificateAuthority.verifiedKey(signingRequest);
  }

  Wire.Certificate sign(ProviderId provider, byte[] signingRequest) {
    X509Certificate certificate = authority.signAgent(provider, signingRequest, validity);
    return Wire.Certificate.newBuilder()
        .setCertificate(encoded(certificate))
        .addAuthorities(encoded(authority.certificate()))
        .build();
  }

  private static ByteString encoded(X509Certificate certificate) {
    return ByteString.copyFrom(PemBundle.encoded(certificate));
  }
}
