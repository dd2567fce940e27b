package tender.server.engine.agents;

import java.math.BigInteger;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tender.bagfile.Digest;
import tender.core.model.ProviderId;
import tender.server.agents.certificates.AgentCertificates;
import tender.server.agents.certificates.Issuance;
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
  public boolean enrol(String secret, ProviderId provider, Issuance issued) {
    boolean isEnrolled = repository.enrol(secret, registered(provider, issued));
    record("enrol", provider, issued, isEnrolled);
    return isEnrolled;
  }

  @Override
  public boolean renew(ProviderId provider, BigInteger currentSerial, Issuance next) {
    boolean isRenewed = repository.renew(text(currentSerial), registered(provider, next));
    record("renew-certificate", provider, next, isRenewed);
    return isRenewed;
  }

  private void record(String action, ProviderId provider, Issuance issued, boolean isDone) {
    audit.accept(
        new AuditEvent(
            "provider " + provider.value(),
            issued.address(),
            action,
            "certificate " + text(issued.certificate().getSerialNumber()),
            isDone ? AuditEvent.DONE : "refused"));
  }

  @Override
  public State use(ProviderId provider, X509Certificate certificate) {
    return switch (repository.use(registered(provider, certificate, Optional.empty()))) {
      case ACTIVE, UNUSED -> State.ACCEPTED;
      case REPLACED -> State.REPLACED;
      case AUTHORITY_REPLACED -> State.AUTHORITY_REPLACED;
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

  private static IssuedCertificate registered(ProviderId provider, Issuance issued) {
    return registered(provider, issued.certificate(), Optional.of(issued.authority()));
  }

  private static IssuedCertificate registered(
      ProviderId provider, X509Certificate certificate, Optional<Digest> authority) {
    return new IssuedCertificate(
        provider,
        text(certificate.getSerialNumber()),
        certificate.getNotAfter().toInstant().toEpochMilli(),
        authority.map(Digest::hex));
  }

  private static String text(BigInteger serial) {
    return serial.toString(HEXADECIMAL);
  }
}
