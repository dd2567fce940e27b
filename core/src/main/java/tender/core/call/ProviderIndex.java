package tender.core.call;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/**
 * All providers by what they publish, so that the best for a bag are found without looking at each.
 * It is immutable. A provider is identified by its position in the list.
 */
final class ProviderIndex {
  private static final double MEDIAN = 0.5;

  private final List<ProviderId> ids;
  private final Map<ProviderId, Integer> positions;

  /** The product of the estimates that do not change with each call: price and kept promises. */
  private final double[] lastingMerit;

  private final int[] classOf;

  private final double[] merit;
  private final long[] lastCalledMillis;
  private final List<CapabilityClass> classes;

  private ProviderIndex(
      List<ProviderId> ids,
      Map<ProviderId, Integer> positions,
      double[] lastingMerit,
      int[] classOf,
      double[] merit,
      long[] lastCalledMillis,
      List<CapabilityClass> classes) {
    this.ids = ids;
    this.positions = positions;
    this.lastingMerit = lastingMerit;
    this.classOf = classOf;
    this.merit = merit;
    this.lastCalledMillis = lastCalledMillis;
    this.classes = classes;
  }

  static ProviderIndex of(List<KnownProvider> providers) {
    int size = providers.size();
    Map<ProviderId, Integer> positions = LinkedHashMap.newLinkedHashMap(size);
    Map<Optional<Cluster>, List<Integer>> byCluster = new LinkedHashMap<>();
    double[] lastingMerit = new double[size];
    double[] merit = new double[size];
    long[] lastCalledMillis = new long[size];
    long medianPriceMillicredits = medianPriceMillicredits(providers);
    for (int position = 0; position < size; position++) {
      KnownProvider provider = providers.get(position);
      PublishedCapabilities published = provider.published();
      positions.put(provider.id(), position);
      byCluster.computeIfAbsent(published.cluster(), _ -> new ArrayList<>()).add(position);
      double priceShare = priceShare(published, medianPriceMillicredits);
      lastingMerit[position] = priceShare * priceShare * provider.promises().expectedKept();
      merit[position] = lastingMerit[position] * provider.calls().expectedUseful();
      lastCalledMillis[position] = provider.calls().lastCalledMillis();
    }
    int[] classOf = new int[size];
    List<CapabilityClass> classes = new ArrayList<>();
    byCluster.forEach(
        (cluster, members) -> {
          members.forEach(position -> classOf[position] = classes.size());
          classes.add(
              CapabilityClass.of(
                  cluster,
                  members.stream().mapToInt(Integer::intValue).toArray(),
                  bestFirst(merit),
                  longestNotCalledFirst(lastCalledMillis)));
        });
    return new ProviderIndex(
        providers.stream().map(KnownProvider::id).toList(),
        positions,
        lastingMerit,
        classOf,
        merit,
        lastCalledMillis,
        List.copyOf(classes));
  }

  /** The same providers with other records of calls; unknown ones are ignored. */
  ProviderIndex withCallRecords(Map<ProviderId, CallRecord> changedRecords) {
    double[] newMerit = merit.clone();
    long[] newLastCalledMillis = lastCalledMillis.clone();
    BitSet changed = new BitSet(ids.size());
    changedRecords.forEach(
        (id, record) ->
            position(id)
                .ifPresent(
                    position -> {
                      changed.set(position);
                      newMerit[position] = lastingMerit[position] * record.expectedUseful();
                      newLastCalledMillis[position] = record.lastCalledMillis();
                    }));
    CapabilityClass.Order best = bestFirst(newMerit);
    CapabilityClass.Order longest = longestNotCalledFirst(newLastCalledMillis);
    return new ProviderIndex(
        ids,
        positions,
        lastingMerit,
        classOf,
        newMerit,
        newLastCalledMillis,
        classes.stream().map(each -> each.reordered(changed, best, longest)).toList());
  }

  int size() {
    return ids.size();
  }

  List<ProviderId> ids() {
    return ids;
  }

  ProviderId id(int position) {
    return ids.get(position);
  }

  /** The ids at these positions, in their order. */
  List<ProviderId> ids(BitSet positions) {
    return positions.stream().mapToObj(ids::get).toList();
  }

  OptionalInt position(ProviderId provider) {
    Integer position = positions.get(provider);
    return position == null ? OptionalInt.empty() : OptionalInt.of(position);
  }

  /** The product of all estimates that do not depend on the bag. */
  double merit(int position) {
    return merit[position];
  }

  long lastCalledMillis(int position) {
    return lastCalledMillis[position];
  }

  List<CapabilityClass> classes() {
    return classes;
  }

  /** How many of the candidates each class has. */
  int[] sizesOfClasses(BitSet candidates) {
    int[] sizes = new int[classes.size()];
    if (candidates.cardinality() < size() / 2) {
      candidates.stream().forEach(position -> sizes[classOf[position]]++);
      return sizes;
    }
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = classes.get(i).size();
    }
    for (int position = candidates.nextClearBit(0);
        position < size();
        position = candidates.nextClearBit(position + 1)) {
      sizes[classOf[position]]--;
    }
    return sizes;
  }

  private static CapabilityClass.Order bestFirst(double[] merit) {
    return (one, other) -> {
      int order = Double.compare(merit[other], merit[one]);
      return order != 0 ? order : Integer.compare(one, other);
    };
  }

  private static CapabilityClass.Order longestNotCalledFirst(long[] lastCalledMillis) {
    return (one, other) -> {
      int order = Long.compare(lastCalledMillis[one], lastCalledMillis[other]);
      return order != 0 ? order : Integer.compare(one, other);
    };
  }

  private static double priceShare(PublishedCapabilities published, long medianMillicredits) {
    return published
        .pricePerProcessorHour()
        .map(asked -> Share.of(medianMillicredits, asked.millicredits()))
        .orElse(MEDIAN);
  }

  private static long medianPriceMillicredits(List<KnownProvider> providers) {
    long[] prices =
        providers.stream()
            .flatMap(provider -> provider.published().pricePerProcessorHour().stream())
            .mapToLong(Money::millicredits)
            .sorted()
            .toArray();
    return prices.length == 0 ? 0 : prices[prices.length / 2];
  }
}
