package tender.server.market.view;

import tender.core.model.ProviderId;

/**
 * A provider as everybody may see it: never its load or its size.
 *
 * @param kept how many parts it has done in time so far
 * @param late how many it has not
 */
public record ProviderView(ProviderId id, boolean connected, int kept, int late) {}
