package tender.server.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import tender.core.compose.CompositionPolicy;
import tender.core.metascheduler.Metascheduler;
import tender.core.model.ProviderId;
import tender.core.promise.TrackRecord;
import tender.core.store.BagTransactionBuilder;
import tender.core.store.Store;
import tender.server.store.identity.ProviderRepository;
import tender.server.store.identity.AgentConnectionRepository;

/**
 * Who is called for new bags: the providers whose agents are connected to any replica. One that is
 * not would cost every bag the time limit of a call. Whoever kept its word better comes first, for
 * that is whom policies prefer where time and price are equal.
 */
public final class ProviderDirectory {
  private final AgentConnectionRepository streams;
  private final ProviderRepository providers;
  private final MarketRules rules;
  private volatile List<ProviderId> connectedProviders = List.of();
  private volatile BagTransactionBuilder transactionBuilder;
  private volatile Map<ProviderId, TrackRecord> records = Map.of();

  public ProviderDirectory(AgentConnectionRepository streams, ProviderRepository providers, MarketRules rules) {
    this.streams = streams;
    this.providers = providers;
    this.rules = rules;
    transactionBuilder = transactionBuilder(connectedProviders);
  }

  /** Looks again who is there; one at a time, so that what was seen earlier is not kept. */
  public synchronized void refresh() {
    try {
      List<ProviderId> connected = new ArrayList<>(streams.connectedProviders());
      connected.sort(
          Comparator.comparing(
                  (ProviderId provider) -> records.getOrDefault(provider, TrackRecord.NONE),
                  TrackRecord.BETTER_FIRST)
              .thenComparing(Comparator.naturalOrder()));
      connectedProviders = List.copyOf(connected);
      transactionBuilder = transactionBuilder(connectedProviders);
    } catch (Store.Unavailable e) {
      // Those known before will do until the database is back.
    }
  }

  /** Looks again how everybody kept its word. This reads the whole past, and need not be often. */
  public void refreshTrackRecords() {
    records = providers.trackRecords();
    refresh();
  }

  /** By whose policy offers are composed. */
  public CompositionPolicy composer() {
    return rules.composer();
  }

  public BagTransactionBuilder transactionBuilder() {
    return transactionBuilder;
  }

  /** Who would be called now. An agent that has come to another replica is seen a second later. */
  public List<ProviderId> connectedProviders() {
    return connectedProviders;
  }

  private BagTransactionBuilder transactionBuilder(List<ProviderId> called) {
    return new BagTransactionBuilder(
        new Metascheduler(called, rules.composer(), rules.timeouts(), rules.penaltyPermille()));
  }
}
