package tender.measure.agents;

import java.math.BigInteger;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import tender.core.model.ProviderId;
import tender.server.agents.certificates.AgentCertificates;
import tender.server.agents.certificates.Issuance;

/** Accepts all certificates of the authority and enrols no agents. */
public final class AnyCertificates implements AgentCertificates {
  @Override
  public Optional<ProviderId> findByToken(String secret) {
    return Optional.empty();
  }

  @Override
  public boolean enrol(String secret, ProviderId provider, Issuance issued) {
    return false;
  }

  @Override
  public boolean renew(ProviderId provider, BigInteger currentSerial, Issuance next) {
    return false;
  }

  @Override
  public State use(ProviderId provider, X509Certificate certificate) {
    return State.ACCEPTED;
  }

  @Override
  public Set<BigInteger> invalid(Collection<BigInteger> serials) {
    return Set.of();
  }
}
