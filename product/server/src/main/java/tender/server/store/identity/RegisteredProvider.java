package tender.server.store.identity;

import tender.core.model.ProviderId;

/** A provider of the market, or one that was. */
public record RegisteredProvider(ProviderId id, long addedMillis, boolean isRevoked) {}
