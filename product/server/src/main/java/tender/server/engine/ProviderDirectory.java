package tender.server.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import tender.core.compose.CompositionPolicy;
import tender.core.metascheduler.Metascheduler;
import tender.core.model.ProviderId;
import tender.core.promise.TrackRecord;
import tender.core.share.OrganisationDirectory;
import tender.core.store.BagTransactionBuilder;
import tender.core.store.Store;
import tender.server.store.identity.AgentConnectionRepository;
import tender.server.store.identity.ProviderRepository;

/**
 * The providers to call: those whose agents are connected to any replica. A call to a disconnected
 * provider would delay every bag until the timeout. Providers with a better track record come
 * first, because policies prefer the first of equal offers.
 */
public final class ProviderDirectory {
  private final AgentConnectionRepository connections;
  private final ProviderRepository providers;
  private final MarketRules rules;
  private volatile List<ProviderId> connectedProviders = List.of();
  private volatile BagTransactionBuilder transactionBuilder;
  private volatile Map<ProviderId, TrackRecord> trackRecords = Map.of();

  public ProviderDirectory(
      AgentConnectionRepository connections, ProviderRepository providers, MarketRules rules) {
    this.connections = connections;
    this.providers = providers;
    this.rules = rules;
    transactionBuilder = transactionBuilder(connectedProviders, OrganisationDirectory.NONE);
  }

  /**
   * Reads the connected providers and the organisations; synchronized, so that an older result
   * cannot win.
   */
  public synchronized void refresh() {
    try {
      List<ProviderId> connected = new ArrayList<>(connections.connectedProviders());
      connected.sort(
          Comparator.comparing(
                  (ProviderId provider) -> trackRecords.getOrDefault(provider, TrackRecord.NONE),
                  TrackRecord.BETTER_FIRST)
              .thenComparing(Comparator.naturalOrder()));
      var organisations = new OrganisationDirectory(providers.memberships());
      connectedProviders = List.copyOf(connected);
      transactionBuilder = transactionBuilder(connectedProviders, organisations);
    } catch (Store.Unavailable e) {
      // Keep the previous list until the database is available again.
    }
  }

  /** Reads all track records. */
  public void refreshTrackRecords() {
    trackRecords = providers.trackRecords();
    refresh();
  }

  /** The composition policy of the market. */
  public CompositionPolicy compositionPolicy() {
    return rules.compositionPolicy();
  }

  public BagTransactionBuilder transactionBuilder() {
    return transactionBuilder;
  }

  /** The providers to call now. Agents of other replicas appear with a delay of a second. */
  public List<ProviderId> connectedProviders() {
    return connectedProviders;
  }

  private BagTransactionBuilder transactionBuilder(
      List<ProviderId> providersToCall, OrganisationDirectory organisations) {
    return new BagTransactionBuilder(
        new Metascheduler(
            providersToCall,
            organisations,
            rules.compositionPolicy(),
            rules.timeouts(),
            rules.penaltyPermille(),
            rules.auctionSurplusPermille()));
  }
}
