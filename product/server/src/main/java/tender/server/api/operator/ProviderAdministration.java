package tender.server.api.operator;

import java.util.List;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;

/** The providers of a market, and the certificates of their agents. */
public interface ProviderAdministration {
  /** All providers, including revoked ones, by name. */
  List<ManagedProvider> list();

  /**
   * Adds a provider, or creates another token for an existing one.
   *
   * @param organisations of a new provider; none leaves those of an existing one
   * @return a token with which its agent can enrol once; it cannot be read again
   */
  String add(ProviderId provider, long validMillis, List<OrganisationId> organisations);

  /** Revokes a provider permanently, and disconnects its agent. */
  void revoke(ProviderId provider);

  /** Sets the organisations of a provider. */
  void setOrganisations(ProviderId provider, List<OrganisationId> organisations);

  /** The certificates that have not expired, by provider, newest first. */
  List<ManagedCertificate> certificates();

  /**
   * Revokes a certificate, and disconnects its agent, which can enrol again.
   *
   * @return its provider
   */
  ProviderId revokeCertificate(String serial);
}
