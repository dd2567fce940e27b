package tender.server.api.view;

import tender.core.model.ProviderId;
import tender.core.promise.TrackRecord;

/** A provider as everybody may see it: how it kept its word, and never its load or its size. */
public record ProviderView(ProviderId id, boolean connected, TrackRecord record) {}
