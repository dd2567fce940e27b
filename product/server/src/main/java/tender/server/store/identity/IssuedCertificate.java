package tender.server.store.identity;

import tender.core.model.ProviderId;

/**
 * A certificate of a provider's agent.
 *
 * @param serial hexadecimal
 */
public record IssuedCertificate(ProviderId provider, String serial, long expiresMillis) {}
