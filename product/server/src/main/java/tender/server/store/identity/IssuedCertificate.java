package tender.server.store.identity;

import java.util.Optional;
import tender.core.model.ProviderId;

/**
 * A certificate of a provider's agent.
 *
 * @param serial hexadecimal
 * @param authority the fingerprint of the authority that issued it; empty if unknown
 */
public record IssuedCertificate(
    ProviderId provider, String serial, long expiresMillis, Optional<String> authority) {}
