package tender.server.engine.agents;

import java.math.BigInteger;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tender.core.model.ProviderId;
import tender.server.agents.certificates.AgentCertificates;
import tender.server.store.identity.AgentCertificateRepository;
import tender.server.store.identity.IssuedCertificate;

/** Agents' certificates in PostgreSQL. */
public record StoredAgentCertificates(AgentCertificateRepository repository)
    implements AgentCertificates {
  private static final int HEXADECIMAL = 16;

  @Override
  public Optional<ProviderId> findByToken(String secret) {
    return repository.findByToken(secret);
  }

  @Override
  public boolean enrol(String secret, ProviderId provider, X509Certificate certificate) {
    return repository.enrol(secret, issued(provider, certificate));
  }

  @Override
  public boolean renew(ProviderId provider, BigInteger currentSerial, X509Certificate next) {
    return repository.renew(text(currentSerial), issued(provider, next));
  }

  @Override
  public State use(ProviderId provider, X509Certificate certificate) {
    return switch (repository.use(issued(provider, certificate))) {
      case ACTIVE, UNUSED -> State.ACCEPTED;
      case REPLACED -> State.REPLACED;
      case REVOKED -> State.REVOKED;
    };
  }

  @Override
  public Set<BigInteger> invalid(Collection<BigInteger> serials) {
    return repository
        .invalid(serials.stream().map(StoredAgentCertificates::text).distinct().toList())
        .stream()
        .map(serial -> new BigInteger(serial, HEXADECIMAL))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static IssuedCertificate issued(ProviderId provider, X509Certificate certificate) {
    return new IssuedCertificate(
        provider,
        text(certificate.getSerialNumber()),
        certificate.getNotAfter().toInstant().toEpochMilli());
  }

  private static String text(BigInteger serial) {
    return serial.toString(HEXADECIMAL);
  }
}
