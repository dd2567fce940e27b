package tender.server.store.identity;

import tender.core.model.ProviderId;

/** A provider that was added to the market; it may be revoked. */
public record RegisteredProvider(ProviderId id, boolean isEnrolled, boolean isRevoked) {}
