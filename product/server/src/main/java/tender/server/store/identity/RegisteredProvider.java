package tender.server.store.identity;

import java.util.List;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;

/** A provider that was added to the market; it may be revoked. */
public record RegisteredProvider(
    ProviderId id, boolean isEnrolled, boolean isRevoked, List<OrganisationId> organisations) {}
