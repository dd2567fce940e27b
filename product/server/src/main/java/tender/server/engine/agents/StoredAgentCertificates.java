package tender.server.engine.agents;

import java.math.BigInteger;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tender.core.model.ProviderId;
import tender.server.agents.certificates.AgentCertificates;
import tender.server.model.AuditEvent;
import tender.server.store.identity.AgentCertificateRepository;
import tender.server.store.identity.IssuedCertificate;

/**
 * Agents' certificates in PostgreSQL.
 *
 * @param audit stores an event before it returns
 */
public record StoredAgentCertificates(
    AgentCertificateRepository repository, Consumer<AuditEvent> audit)
    implements AgentCertificates {
  private static final int HEXADECIMAL = 16;

  @Override
  public Optional<ProviderId> findByToken(String secret) {
    return repository.findByToken(secret);
  }

  @Override
  public boolean enrol(String secret, ProviderId provider, X509Certificate certificate) {
    boolean isEnrolled = repository.enrol(secret, issued(provider, certificate));
    record("enrol", provider, certificate, isEnrolled);
    return isEnrolled;
  }

  @Override
  public boolean renew(ProviderId provider, BigInteger currentSerial, X509Certificate next) {
    boolean isRenewed = repository.renew(text(currentSerial), issued(provider, next));
    record("renew-certificate", provider, next, isRenewed);
    return isRenewed;
  }

  private void record(
      String action, ProviderId provider, X509Certificate certificate, boolean isDone) {
    audit.accept(
        new AuditEvent(
            "provider " + provider.value(),
            "",
            action,
            "certificate " + text(certificate.getSerialNumber()),
            isDone ? AuditEvent.DONE : "refused"));
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
