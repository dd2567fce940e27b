package tender.core.call;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import tender.core.check.ValueChecks;
import tender.core.model.Bag;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/**
 * Selects the providers that a bag calls: all if there are few, else those that fit best.
 *
 * <p>Providers at which no task of the bag can run are last. The others are ranked by the product
 * of four estimates: the computing power that the bag could use and the price, both compared with
 * the median of all providers, the share of kept promises, and the share of recent calls that were
 * answered with an offer. A provider that does not publish its power or its price counts as median.
 *
 * <p>Two deviations keep the market open. Each score is reduced by up to a fifth, by a hash of the
 * bag and the provider, so that bags call different ones of similar providers. And a tenth of the
 * places goes to the providers that were not called for the longest time, so that a new provider
 * gets a record, and one that answered badly gets another chance. The seed alone decides both.
 */
public final class ProviderSelector {
  /** How many providers a bag calls first, unless the market's operator chooses otherwise. */
  public static final int DEFAULT_PROVIDERS_PER_CALL = 20;

  private static final int PLACES_PER_EXPLORED = 10;
  private static final double MAX_REDUCTION = 0.2;
  private static final double MEDIAN = 0.5;

  private final List<ProviderId> providers;
  private final SortedMap<ProviderId, KnownProvider> known = new TreeMap<>();
  private final int providersPerCall;
  private final long medianPrice;

  /**
   * @param providers in the order in which they are preferred if their offers are equal
   * @param providersPerCall how many of them a bag calls first
   */
  public ProviderSelector(List<KnownProvider> providers, int providersPerCall) {
    ValueChecks.positive(providersPerCall, "The number of providers per call");
    this.providers = providers.stream().map(KnownProvider::id).toList();
    this.providersPerCall = providersPerCall;
    providers.forEach(provider -> known.put(provider.id(), provider));
    medianPrice =
        median(
            known.values().stream()
                .flatMap(provider -> provider.published().pricePerProcessorHour().stream())
                .map(Money::millicredits)
                .toList());
  }

  /** Selects all providers, however many there are. */
  public static ProviderSelector all(List<ProviderId> providers) {
    return new ProviderSelector(
        providers.stream().map(KnownProvider::of).toList(), Integer.MAX_VALUE);
  }

  /** All providers, in the order in which they are preferred if their offers are equal. */
  public List<ProviderId> providers() {
    return providers;
  }

  public int providersPerCall() {
    return providersPerCall;
  }

  /**
   * Selects candidates for a bag.
   *
   * @param count how many; if there are no more candidates, all are selected
   * @return the selected ones, in the order of the candidates
   */
  public List<ProviderId> select(Bag bag, List<ProviderId> candidates, int count, long seed) {
    if (candidates.size() <= count) {
      return List.copyOf(candidates);
    }
    List<Ranked> ranked = rank(bag, candidates, seed);
    int explored = count == 1 ? 0 : Math.ceilDiv(count, PLACES_PER_EXPLORED);
    int best = count - explored;
    Set<ProviderId> selected = new LinkedHashSet<>();
    ranked.subList(0, best).forEach(one -> selected.add(one.provider().id()));
    ranked.subList(best, ranked.size()).stream()
        .sorted(Ranked.LONGEST_NOT_CALLED_FIRST)
        .limit(explored)
        .forEach(one -> selected.add(one.provider().id()));
    return candidates.stream().filter(selected::contains).toList();
  }

  private List<Ranked> rank(Bag bag, List<ProviderId> candidates, long seed) {
    List<KnownProvider> providersToRank =
        candidates.stream()
            .map(id -> Objects.requireNonNullElseGet(known.get(id), () -> KnownProvider.of(id)))
            .toList();
    long medianPower =
        median(
            providersToRank.stream()
                .flatMap(provider -> provider.published().cluster().stream())
                .map(cluster -> usablePower(cluster, bag))
                .toList());
    return providersToRank.stream()
        .map(provider -> ranked(provider, bag, medianPower, seed))
        .sorted(Ranked.BEST_FIRST)
        .toList();
  }

  private Ranked ranked(KnownProvider provider, Bag bag, long medianPower, long seed) {
    PublishedCapabilities published = provider.published();
    double power =
        published
            .cluster()
            .map(cluster -> share(usablePower(cluster, bag), medianPower))
            .orElse(MEDIAN);
    double price =
        published
            .pricePerProcessorHour()
            .map(asked -> share(medianPrice, asked.millicredits()))
            .orElse(MEDIAN);
    double drawn = SeededHash.fraction(seed, provider.id().value());
    double score =
        power
            * price
            * provider.promises().expectedKept()
            * provider.calls().expectedUseful()
            * (1 - MAX_REDUCTION * drawn);
    return new Ranked(provider, published.mayRun(bag), score, drawn);
  }

  /** The power of the processors that the bag could use together, in thousandths of one. */
  private static long usablePower(Cluster cluster, Bag bag) {
    long needed = (long) bag.tasks() * bag.width();
    return Math.min(cluster.processors(), needed) * cluster.speedPermille();
  }

  /** The share of one value in the sum of both; one half if both are zero. */
  private static double share(long one, long other) {
    double sum = (double) one + other;
    return sum == 0 ? MEDIAN : one / sum;
  }

  private static long median(Collection<Long> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElse(0L);
  }

  /**
   * @param mayRun whether a task of the bag fits, as far as it is known
   * @param drawn a fraction that the seed determines
   */
  private record Ranked(KnownProvider provider, boolean mayRun, double score, double drawn) {
    private static final Comparator<Ranked> FITTING_FIRST =
        Comparator.comparing(Ranked::mayRun).reversed();

    static final Comparator<Ranked> BEST_FIRST =
        FITTING_FIRST
            .thenComparing(Comparator.comparingDouble(Ranked::score).reversed())
            .thenComparing(one -> one.provider().id());

    static final Comparator<Ranked> LONGEST_NOT_CALLED_FIRST =
        FITTING_FIRST
            .thenComparingLong(one -> one.provider().calls().lastCalledMillis())
            .thenComparingDouble(Ranked::drawn)
            .thenComparing(one -> one.provider().id());
  }
}
