package tender.fuzz;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import tender.core.model.ProviderId;
import tender.server.agents.certificates.CertificateAuthority;

/** Certificate signing requests of agents, which have no identity yet. */
public final class SigningRequestTarget implements FuzzTarget {
  private static final CertificateAuthority AUTHORITY = CertificateAuthority.create();
  private static final ProviderId PROVIDER = new ProviderId("p");

  @Override
  public String name() {
    return "signing-request";
  }

  @Override
  public void read(byte[] input) throws CertificateParsingException {
    X509Certificate certificate;
    try {
      certificate = AUTHORITY.signAgent(PROVIDER, input, Duration.ofDays(1));
    } catch (IllegalArgumentException e) {
      return;
    }
    // Whatever names the request has, the certificate has the provider's only.
    Properties.same("CN=Tender agent", certificate.getSubjectX500Principal().getName());
    Properties.between(certificate.getSubjectAlternativeNames().size(), 1, 1, "The names");
    Properties.same(-1, certificate.getBasicConstraints());
  }
}
