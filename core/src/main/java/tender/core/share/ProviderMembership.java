package tender.core.share;

import java.util.List;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;

/** The organisations of a provider, of which nothing else is known before it makes offers. */
public record ProviderMembership(ProviderId id, List<OrganisationId> organisations)
    implements OrganisationMember {
  public ProviderMembership {
    organisations = List.copyOf(organisations);
  }
}
