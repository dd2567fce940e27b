package tender.core.call;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tender.core.model.Bag;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/**
 * The rule of {@link ProviderSelector} as a scan that ranks all candidates: slow, but evidently
 * what the rule says.
 */
final class PlainSelection {
  private final List<KnownProvider> providers;
  private final long medianPrice;

  PlainSelection(List<KnownProvider> providers) {
    this.providers = providers;
    medianPrice =
        median(
            providers.stream()
                .flatMap(provider -> provider.published().pricePerProcessorHour().stream())
                .map(Money::millicredits));
  }

  List<ProviderId> select(Bag bag, Set<ProviderId> candidates, int count, long seed) {
    List<KnownProvider> left =
        providers.stream().filter(provider -> candidates.contains(provider.id())).toList();
    if (left.size() <= count) {
      return left.stream().map(KnownProvider::id).toList();
    }
    long medianPower =
        median(
            left.stream()
                .flatMap(provider -> provider.published().cluster().stream())
                .map(cluster -> usablePower(cluster, bag)));
    List<Ranked> ranked =
        left.stream()
            .map(provider -> rank(provider, bag, medianPower, seed))
            .sorted(Ranked.BEST_FIRST)
            .toList();
    int explored = count == 1 ? 0 : (count + 9) / 10;
    int best = count - explored;
    Set<ProviderId> selected = new LinkedHashSet<>();
    ranked.subList(0, best).forEach(one -> selected.add(one.provider().id()));
    ranked.subList(best, ranked.size()).stream()
        .sorted(Ranked.LONGEST_NOT_CALLED_FIRST)
        .limit(explored)
        .forEach(one -> selected.add(one.provider().id()));
    return left.stream().map(KnownProvider::id).filter(selected::contains).toList();
  }

  private Ranked rank(KnownProvider provider, Bag bag, long medianPower, long seed) {
    PublishedCapabilities published = provider.published();
    double power =
        published
            .cluster()
            .map(cluster -> share(usablePower(cluster, bag), medianPower))
            .orElse(0.5);
    double price =
        published
            .pricePerProcessorHour()
            .map(asked -> share(medianPrice, asked.millicredits()))
            .orElse(0.5);
    double merit =
        price * price * provider.promises().expectedKept() * provider.calls().expectedUseful();
    double drawn = SeededHash.fraction(seed, provider.id().value());
    return new Ranked(
        provider,
        PublishedCapabilities.mayRun(published.cluster(), bag),
        power * merit * (1 - 0.2 * drawn),
        drawn);
  }

  private static long usablePower(Cluster cluster, Bag bag) {
    return Math.min(cluster.processors(), (long) bag.tasks() * bag.width())
        * cluster.speedPermille();
  }

  private static double share(long one, long other) {
    return one + other == 0 ? 0.5 : one / ((double) one + other);
  }

  private static long median(Stream<Long> values) {
    List<Long> sorted = values.sorted().toList();
    return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
  }

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
