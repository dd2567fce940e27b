package tender.server.api.view;

import tender.core.model.ProviderId;
import tender.core.promise.TrackRecord;

/** The public view of a provider: its track record, but not its load or size. */
public record ProviderView(ProviderId id, boolean connected, TrackRecord record) {}
