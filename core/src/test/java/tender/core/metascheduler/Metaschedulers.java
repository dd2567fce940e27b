package tender.core.metascheduler;

import java.util.List;
import tender.core.call.KnownProvider;
import tender.core.call.ProviderSelector;
import tender.core.compose.EarliestCompletion;
import tender.core.model.ProviderId;
import tender.core.share.OrganisationDirectory;

/** Creates metaschedulers for tests that call only some of the providers first. */
final class Metaschedulers {
  private Metaschedulers() {}

  static Metascheduler calling(
      int providersPerCall, List<ProviderId> providers, TimeoutConfig timeouts) {
    return new Metascheduler(
        new ProviderSelector(providers.stream().map(KnownProvider::of).toList(), providersPerCall),
        OrganisationDirectory.NONE,
        new EarliestCompletion(),
        timeouts,
        100,
        500);
  }
}
