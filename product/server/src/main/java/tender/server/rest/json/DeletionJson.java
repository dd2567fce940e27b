package tender.server.rest.json;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.server.model.RemainingData;

/** What remains of a deleted bag, as JSON. */
public record DeletionJson(
    String id, List<String> providers, @Nullable SiteResultsJson siteResults, int transfers) {

  /** Results that stay at sites. */
  record SiteResultsJson(String folder, List<String> providers) {}

  public static DeletionJson of(BagId bag, RemainingData remaining) {
    return new DeletionJson(
        bag.value(),
        names(remaining.providers()),
        remaining
            .siteResults()
            .map(copy -> new SiteResultsJson(copy.folder(), names(copy.providers())))
            .orElse(null),
        remaining.transfers());
  }

  private static List<String> names(List<ProviderId> providers) {
    return providers.stream().map(ProviderId::value).toList();
  }
}
