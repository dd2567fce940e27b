package tender.server.bags;

import java.util.List;
import java.util.Map;
import tender.core.model.ProviderId;
import tender.core.promise.TrackRecord;
import tender.server.api.view.ProviderView;
import tender.server.store.identity.ProviderRepository;

/** The providers of the market as users see them. */
final class ProviderViews {
  private ProviderViews() {}

  /** All providers that are not revoked, with their track records. */
  static List<ProviderView> of(ProviderRepository providers, List<ProviderId> connected) {
    Map<ProviderId, TrackRecord> records = providers.trackRecords();
    return providers.list().stream()
        .filter(provider -> !provider.isRevoked())
        .map(
            provider ->
                new ProviderView(
                    provider.id(),
                    provider.isEnrolled(),
                    connected.contains(provider.id()),
                    records.getOrDefault(provider.id(), TrackRecord.NONE),
                    provider.organisations()))
        .toList();
  }
}
