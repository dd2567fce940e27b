package tender.simulator.market;

import java.util.List;
import java.util.Optional;
import tender.core.call.CallRecords;
import tender.core.call.KnownProvider;
import tender.core.call.ProviderSelector;
import tender.core.call.PublishedCapabilities;
import tender.core.compose.CompositionPolicy;
import tender.core.metascheduler.Metascheduler;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.metascheduler.state.BagState;
import tender.core.model.Time;
import tender.core.promise.TrackRecord;
import tender.core.share.OrganisationDirectory;

/**
 * What the simulated market knows of its providers. They publish their processors, and their price
 * if they have their own. As in a live market, the records of calls take effect after a second.
 */
final class SimulatedDirectory {
  private static final long REFRESH_MILLIS = Time.SECOND_MILLIS;

  private final List<SiteConfig> sites;
  private final CompositionPolicy composer;
  private final TimeoutConfig timeouts;
  private final int providersPerCall;
  private final CallRecords records = new CallRecords();
  private Metascheduler current;
  private long refreshedMillis;

  SimulatedDirectory(
      List<SiteConfig> sites,
      CompositionPolicy composer,
      TimeoutConfig timeouts,
      int providersPerCall) {
    this.sites = List.copyOf(sites);
    this.composer = composer;
    this.timeouts = timeouts;
    this.providersPerCall = providersPerCall;
    current = create();
  }

  /** The metascheduler with the records of this time. */
  Metascheduler metascheduler(long nowMillis) {
    if (callsInWaves() && nowMillis - refreshedMillis >= REFRESH_MILLIS) {
      refreshedMillis = nowMillis;
      current = create();
    }
    return current;
  }

  void bagChanged(BagState before, BagState after, long nowMillis) {
    if (callsInWaves()) {
      records.observe(before, after, nowMillis);
    }
  }

  /** Without waves the records are of no use. */
  private boolean callsInWaves() {
    return providersPerCall < sites.size();
  }

  private Metascheduler create() {
    return new Metascheduler(
        new ProviderSelector(sites.stream().map(this::known).toList(), providersPerCall),
        OrganisationDirectory.NONE,
        composer,
        timeouts,
        0,
        0);
  }

  private KnownProvider known(SiteConfig site) {
    return new KnownProvider(
        site.id(),
        new PublishedCapabilities(Optional.of(site.cluster()), site.pricePerProcessorHour()),
        TrackRecord.NONE,
        records.of(site.id()));
  }
}
