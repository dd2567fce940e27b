package tender.server.agents.certificates;

import java.math.BigInteger;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import tender.core.model.ProviderId;

/**
 * Enrolment tokens and the certificates that were issued to agents, for all servers of a market.
 * Each provider has one line of certificates, which an enrolment starts and renewals continue.
 */
public interface AgentCertificates {
  /** Whether a certificate is accepted. */
  enum State {
    ACCEPTED,
    /** The agent was enrolled again, or uses a renewed certificate. */
    REPLACED,
    /** The authority that issued it was replaced. */
    AUTHORITY_REPLACED,
    REVOKED
  }

  /** The provider of an enrolment token, which is not redeemed; empty if it is invalid. */
  Optional<ProviderId> findByToken(String secret);

  /**
   * Redeems a token for a certificate, and retires all earlier certificates of the provider.
   *
   * @return false if the token is invalid; of several concurrent calls one succeeds
   */
  boolean enrol(String secret, ProviderId provider, Issuance issued);

  /**
   * Records a renewed certificate. The current one stays valid until the new one is used.
   *
   * @return false if the current one is not valid any more
   */
  boolean renew(ProviderId provider, BigInteger currentSerial, Issuance next);

  /** Whether a certificate is accepted. Its first use retires the others of the provider. */
  State use(ProviderId provider, X509Certificate certificate);

  /** Those of the certificates that are not valid any more. */
  Set<BigInteger> invalid(Collection<BigInteger> serials);
}
