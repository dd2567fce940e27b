package tender.server.api.operator;

import tender.core.model.ProviderId;

/** A certificate of an agent. */
public record ManagedCertificate(
    ProviderId provider, String serial, State state, long issuedMillis, long expiresMillis) {

  /** Whether it is accepted. */
  public enum State {
    /** Issued and not used yet. */
    UNUSED,
    /** In use. */
    ACTIVE,
    /**
     * The agent was enrolled again or uses a renewed certificate, or the authority was replaced.
     */
    REPLACED,
    /** The operator has revoked the certificate or its provider. */
    REVOKED
  }
}
