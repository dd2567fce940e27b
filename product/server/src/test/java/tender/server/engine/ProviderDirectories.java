package tender.server.engine;

import java.util.Objects;
import tender.core.compose.CompositionPolicies;
import tender.core.metascheduler.TimeoutConfig;
import tender.server.store.Database;

/** Who is called in tests: whoever the database says is connected, by the plainest policy. */
public final class ProviderDirectories {
  private ProviderDirectories() {}

  public static ProviderDirectory of(Database database, TimeoutConfig patience) {
    ProviderDirectory roster =
        new ProviderDirectory(
            database.agentConnections(),
            database.providers(),
            new MarketRules(Objects.requireNonNull(CompositionPolicies.all().get("earliest")), patience, 0));
    roster.refresh();
    return roster;
  }
}
