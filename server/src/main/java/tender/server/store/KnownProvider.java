package tender.server.store;

import tender.core.model.ProviderId;

/** A provider of the market, or one that was. */
public record KnownProvider(ProviderId id, long addedMillis, boolean isRevoked) {}
