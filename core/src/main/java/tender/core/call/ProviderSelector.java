package tender.core.call;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import tender.core.check.ValueChecks;
import tender.core.model.Bag;
import tender.core.model.ProviderId;

/**
 * Selects the providers that a bag calls: all if there are few, else those that fit best.
 *
 * <p>Providers at which no task of the bag can run are last. The others are ranked by the product
 * of four estimates: the computing power that the bag could use and the square of the price, both
 * compared with the median of all providers, the share of kept promises, and the share of recent
 * calls with {@link UsefulReplies}. A provider that does not publish its power or its price counts
 * as median.
 *
 * <p>Two deviations keep the market open. Each score is reduced by up to a fifth, by a hash of the
 * bag and the provider, so that bags call different ones of similar providers. And a tenth of the
 * places goes to the providers that were not called for the longest time, so that a new provider
 * gets a record, and one that answered badly gets another chance. The seed alone decides both.
 *
 * <p>A selection does not rank all providers: they are kept by cluster, in the order of what does
 * not depend on the bag. Its cost grows with the number of different clusters and of similar
 * providers. It is immutable, so that all threads of a server use the same one.
 */
public final class ProviderSelector {
  /** How many providers a bag calls first, unless the market's operator chooses otherwise. */
  public static final int DEFAULT_PROVIDERS_PER_CALL = 20;

  private static final int PLACES_PER_EXPLORED = 10;

  private final ProviderIndex providers;
  private final int providersPerCall;

  /**
   * @param providers in the order in which they are preferred if their offers are equal
   * @param providersPerCall how many of them a bag calls first
   */
  public ProviderSelector(List<KnownProvider> providers, int providersPerCall) {
    this(ProviderIndex.of(providers), providersPerCall);
    ValueChecks.positive(providersPerCall, "The number of providers per call");
  }

  private ProviderSelector(ProviderIndex providers, int providersPerCall) {
    this.providers = providers;
    this.providersPerCall = providersPerCall;
  }

  /** Selects all providers, however many there are. */
  public static ProviderSelector all(List<ProviderId> providers) {
    return new ProviderSelector(
        providers.stream().map(KnownProvider::of).toList(), Integer.MAX_VALUE);
  }

  /**
   * The same providers after some have answered further calls. This costs much less than a new
   * selector, because only those providers are sorted.
   */
  public ProviderSelector withCallRecords(Map<ProviderId, CallRecord> changedRecords) {
    return new ProviderSelector(providers.withCallRecords(changedRecords), providersPerCall);
  }

  /** All providers, in the order in which they are preferred if their offers are equal. */
  public List<ProviderId> providers() {
    return providers.ids();
  }

  public int providersPerCall() {
    return providersPerCall;
  }

  /** All providers, as candidates of a selection. */
  public Candidates candidates() {
    return Candidates.allOf(providers);
  }

  /**
   * Selects candidates for a bag.
   *
   * @param candidates some of this selector's providers
   * @param count how many; if there are no more candidates, all are selected
   * @return the selected ones, in the order of the providers
   */
  public List<ProviderId> select(Bag bag, Candidates candidates, int count, long seed) {
    if (candidates.size() <= count) {
      return candidates.toList();
    }
    int explored = count == 1 ? 0 : Math.ceilDiv(count, PLACES_PER_EXPLORED);
    BagSelection selection = new BagSelection(providers, bag, candidates.positions(), seed);
    BitSet selected = new BitSet(providers.size());
    selection.addBest(count - explored, selected);
    selection.addLongestNotCalled(explored, selected);
    return providers.ids(selected);
  }
}
