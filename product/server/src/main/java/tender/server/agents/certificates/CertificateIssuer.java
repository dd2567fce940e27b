package tender.server.agents.certificates;

import com.google.protobuf.ByteString;
import java.lang.System.Logger.Level;
import java.math.BigInteger;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import tender.core.model.ProviderId;
import tender.protocol.PemBundle;
import tender.protocol.v1.Wire;
import tender.server.agents.rejection.AgentRejection;
import tender.server.agents.rejection.NotAllowedException;

/**
 * Issues certificates to agents and records them.
 *
 * @param authorities the market's at the time of a call
 */
public record CertificateIssuer(
    Supplier<Authorities> authorities, AgentCertificates certificates, Duration validity) {
  private static final System.Logger LOG = System.getLogger(CertificateIssuer.class.getName());

  /**
   * The first certificate of an agent; empty if the token is invalid.
   *
   * @param address of the agent, for the audit log
   */
  public Optional<Wire.Certificate> enrol(String token, byte[] signingRequest, String address) {
    // The token is checked before the request is parsed, so that strangers cause no work, and
    // redeemed after it, so that an invalid request does not waste it.
    Optional<ProviderId> provider = certificates.findByToken(token);
    if (provider.isEmpty()) {
      return Optional.empty();
    }
    Authorities now = authorities.get();
    X509Certificate certificate = now.issuer().signAgent(provider.get(), signingRequest, validity);
    if (!certificates.enrol(
        token, provider.get(), new Issuance(certificate, now.issuer().fingerprint(), address))) {
      return Optional.empty();
    }
    LOG.log(Level.INFO, "Agent enrolled; its earlier certificates are retired", provider.get());
    return Optional.of(answer(certificate, now));
  }

  /** The next certificate of an agent. */
  public Wire.Certificate renew(
      ProviderId provider, BigInteger currentSerial, byte[] signingRequest, String address) {
    Authorities now = authorities.get();
    X509Certificate next = now.issuer().signAgent(provider, signingRequest, validity);
    if (!certificates.renew(
        provider, currentSerial, new Issuance(next, now.issuer().fingerprint(), address))) {
      throw new NotAllowedException(
          AgentRejection.CERTIFICATE_REPLACED,
          "The certificate of " + provider + " is not valid any more. Enrol the agent again.");
    }
    return answer(next, now);
  }

  private static Wire.Certificate answer(X509Certificate certificate, Authorities authorities) {
    return Wire.Certificate.newBuilder()
        .setCertificate(encoded(certificate))
        .addAllAuthorities(
            authorities.announced().stream().map(CertificateIssuer::encoded).toList())
        .build();
  }

  private static ByteString encoded(X509Certificate certificate) {
    return ByteString.copyFrom(PemBundle.encoded(certificate));
  }
}
