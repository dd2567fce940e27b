package tender.server.agents.certificates;

import com.google.protobuf.ByteString;
import java.lang.System.Logger.Level;
import java.math.BigInteger;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import tender.core.model.ProviderId;
import tender.protocol.PemBundle;
import tender.protocol.v1.Wire;
import tender.server.agents.rejection.AgentRejection;
import tender.server.agents.rejection.NotAllowedException;

/** Issues certificates to agents and records them. */
public record CertificateIssuer(
    CertificateAuthority authority, AgentCertificates certificates, Duration validity) {
  private static final System.Logger LOG = System.getLogger(CertificateIssuer.class.getName());

  /** The first certificate of an agent; empty if the token is invalid. */
  public Optional<Wire.Certificate> enrol(String token, byte[] signingRequest) {
    // The token is checked before the request is parsed, so that strangers cause no work, and
    // redeemed after it, so that an invalid request does not waste it.
    Optional<ProviderId> provider = certificates.findByToken(token);
    if (provider.isEmpty()) {
      return Optional.empty();
    }
    X509Certificate certificate = authority.signAgent(provider.get(), signingRequest, validity);
    if (!certificates.enrol(token, provider.get(), certificate)) {
      return Optional.empty();
    }
    LOG.log(Level.INFO, "Agent enrolled; its earlier certificates are retired", provider.get());
    return Optional.of(answer(certificate));
  }

  /** The next certificate of an agent. */
  public Wire.Certificate renew(
      ProviderId provider, BigInteger currentSerial, byte[] signingRequest) {
    X509Certificate next = authority.signAgent(provider, signingRequest, validity);
    if (!certificates.renew(provider, currentSerial, next)) {
      throw new NotAllowedException(
          AgentRejection.CERTIFICATE_REPLACED,
          "The certificate of " + provider + " is not valid any more. Enrol the agent again.");
    }
    return answer(next);
  }

  private Wire.Certificate answer(X509Certificate certificate) {
    return Wire.Certificate.newBuilder()
        .setCertificate(encoded(certificate))
        .addAuthorities(encoded(authority.certificate()))
        .build();
  }

  private static ByteString encoded(X509Certificate certificate) {
    return ByteString.copyFrom(PemBundle.encoded(certificate));
  }
}
