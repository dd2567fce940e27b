package tender.server.engine;

import java.util.Objects;
import tender.core.compose.CompositionPolicies;
import tender.core.metascheduler.TimeoutConfig;
import tender.server.store.Database;

/** Creates directories for tests: the connected providers and the policy earliest. */
public final class ProviderDirectories {
  private ProviderDirectories() {}

  public static ProviderDirectory of(Database database, TimeoutConfig timeouts) {
    ProviderDirectory directory =
        new ProviderDirectory(
            database.agentConnections(),
            database.providers(),
            database.auction(),
            new MarketRules(
                Objects.requireNonNull(CompositionPolicies.all().get("earliest")),
                timeouts,
                0,
                0,
                20));
    directory.refresh();
    return directory;
  }
}
