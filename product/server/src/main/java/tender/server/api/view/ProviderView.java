package tender.server.api.view;

import tender.core.model.ProviderId;
import tender.core.promise.TrackRecord;

/**
 * The public view of a provider: its track record, but not its load or size.
 *
 * @param enrolled whether its agent has ever enrolled
 */
public record ProviderView(
    ProviderId id, boolean enrolled, boolean connected, TrackRecord record) {}
