package tender.server.store.identity;

/** Whether a certificate of an agent is accepted. */
public enum CertificateState {
  /** Issued and not used yet. */
  UNUSED,
  /** In use. */
  ACTIVE,
  /** Retired because the agent was enrolled again or uses a renewed one, or it was never issued. */
  REPLACED,
  /** Retired because the market replaced the authority that issued it. */
  AUTHORITY_REPLACED,
  /** An operator revoked the certificate or its provider. */
  REVOKED
}
