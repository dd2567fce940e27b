package tender.core.share;

import java.util.List;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;

/** A provider that registers at the information services of its organisations. */
public interface OrganisationMember {
  ProviderId id();

  List<OrganisationId> organisations();

  default boolean isPartOf(OrganisationId organisation) {
    return organisations().contains(organisation);
  }
}
