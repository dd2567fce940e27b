package tender.simulator.faults.seed;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tender.core.call.CallRecord;
import tender.core.call.KnownProvider;
import tender.core.call.ProviderSelector;
import tender.core.call.PublishedCapabilities;
import tender.core.call.SeededHash;
import tender.core.compose.CompositionPolicies;
import tender.core.metascheduler.Metascheduler;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.promise.TrackRecord;
import tender.core.share.OrganisationDirectory;

/** The rules of a simulated market: its policy, its payments, and whom a bag calls first. */
public final class MarketSetup {
  /** The penalty for a broken promise, and the providers' share of a surplus in the auction. */
  private static final int PENALTY_PERMILLE = 100;

  private static final int SURPLUS_PERMILLE = 500;

  private static final long BOUNDED_EVERY = 3;

  private MarketSetup() {}

  public static Metascheduler draw(
      long seed, RandomChoices random, List<SiteSetup> sites, TimeoutConfig timeouts) {
    String policy = random.pick(List.of("earliest", "plb", "fewest"));
    return new Metascheduler(
        selector(seed, sites),
        OrganisationDirectory.NONE,
        Objects.requireNonNull(CompositionPolicies.all().get(policy)),
        timeouts,
        PENALTY_PERMILLE,
        SURPLUS_PERMILLE);
  }

  /**
   * In a third of the simulations a call reaches only one or two sites at first, and every second
   * site publishes its processors. This is decided by a hash and not drawn, so that the other
   * simulations are what they would be without it.
   */
  private static ProviderSelector selector(long seed, List<SiteSetup> sites) {
    long hash = SeededHash.of(seed, "providers-per-call");
    boolean bounded = Math.floorMod(hash, BOUNDED_EVERY) == 0;
    int providersPerCall = bounded ? 1 + (int) (hash >>> (Long.SIZE - 1)) : sites.size();
    List<KnownProvider> known = new ArrayList<>();
    for (SiteSetup site : sites) {
      boolean publishes = known.size() % 2 == 0;
      known.add(
          publishes
              ? new KnownProvider(
                  site.id(),
                  new PublishedCapabilities(Optional.of(site.cluster()), Optional.empty()),
                  TrackRecord.NONE,
                  CallRecord.NONE)
              : KnownProvider.of(site.id()));
    }
    return new ProviderSelector(known, providersPerCall);
  }
}
