package tender.server.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tender.core.call.CallRecords;
import tender.core.call.KnownProvider;
import tender.core.call.ProviderSelector;
import tender.core.call.PublishedCapabilities;
import tender.core.compose.CompositionPolicy;
import tender.core.metascheduler.Metascheduler;
import tender.core.metascheduler.state.BagState;
import tender.core.model.ProviderId;
import tender.core.promise.TrackRecord;
import tender.core.share.OrganisationDirectory;
import tender.core.store.BagTransactionBuilder;
import tender.core.store.Store;
import tender.server.store.auction.AuctionRepository;
import tender.server.store.identity.AgentConnectionRepository;
import tender.server.store.identity.ProviderRepository;

/**
 * The providers to call: those whose agents are connected to any replica. A call to a disconnected
 * provider would delay every bag until the timeout. Providers with a better track record come
 * first, because policies prefer the first of equal offers.
 */
public final class ProviderDirectory {
  /** Reading a small directory is always worth it. */
  private static final long ALWAYS_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** The time between two readings, as a multiple of the time that one takes. */
  private static final int READING_SHARE = 20;

  private final AgentConnectionRepository connections;
  private final ProviderRepository providers;
  private final AuctionRepository auction;
  private final MarketRules rules;
  private final SharedAction refreshing = new SharedAction(this::readProviders);
  private volatile long readNanos = System.nanoTime();
  private volatile long readingNanos;
  private volatile List<ProviderId> connectedProviders = List.of();
  private volatile BagTransactionBuilder transactionBuilder;
  private volatile Map<ProviderId, TrackRecord> trackRecords = Map.of();
  private volatile Map<ProviderId, PublishedCapabilities> capabilities = Map.of();

  /**
   * Used only under its own lock. A heuristic, so each replica learns its own and loses it at its
   * end.
   */
  private final CallRecords callRecords = new CallRecords();

  public ProviderDirectory(
      AgentConnectionRepository connections,
      ProviderRepository providers,
      AuctionRepository auction,
      MarketRules rules) {
    this.connections = connections;
    this.providers = providers;
    this.auction = auction;
    this.rules = rules;
    transactionBuilder = transactionBuilder(connectedProviders, OrganisationDirectory.NONE);
  }

  /** Reads the connected providers and the organisations. */
  public void refresh() {
    refreshing.run();
  }

  /**
   * Does the same after a connection has changed, unless reading takes so long that it would occupy
   * a server to which many agents connect; then the next periodic refresh does it.
   */
  public void refreshUnlessSlow() {
    long lastNanos = readingNanos;
    if (lastNanos < ALWAYS_NANOS || System.nanoTime() - readNanos > READING_SHARE * lastNanos) {
      refresh();
    }
  }

  /** Runs once at a time, so that an older result cannot win. */
  private void readProviders() {
    long startNanos = System.nanoTime();
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
    readNanos = System.nanoTime();
    readingNanos = readNanos - startNanos;
  }

  /** Reads all track records and what providers publish. */
  public void refreshTrackRecords() {
    trackRecords = providers.trackRecords();
    capabilities = auction.publishedCapabilities();
    refresh();
  }

  /** Learns how providers answered calls from the change of a bag. */
  public void bagChanged(BagState before, BagState after, long nowMillis) {
    synchronized (callRecords) {
      callRecords.observe(before, after, nowMillis);
    }
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
            new ProviderSelector(
                providersToCall.stream().map(this::known).toList(), rules.providersPerCall()),
            organisations,
            rules.compositionPolicy(),
            rules.timeouts(),
            rules.penaltyPermille(),
            rules.auctionSurplusPermille()));
  }

  private KnownProvider known(ProviderId provider) {
    synchronized (callRecords) {
      return new KnownProvider(
          provider,
          capabilities.getOrDefault(provider, PublishedCapabilities.NOTHING),
          trackRecords.getOrDefault(provider, TrackRecord.NONE),
          callRecords.of(provider));
    }
  }
}
