package tender.server.api.view;

import java.util.List;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;
import tender.core.promise.TrackRecord;

/**
 * The public view of a provider: its track record, but not its load or size.
 *
 * @param enrolled whether its agent has ever enrolled
 * @param organisations to which it belongs; it may ask other users for a surcharge
 */
public record ProviderView(
    ProviderId id,
    boolean enrolled,
    boolean connected,
    TrackRecord record,
    List<OrganisationId> organisations) {
  public ProviderView {
    organisations = List.copyOf(organisations);
  }
}
