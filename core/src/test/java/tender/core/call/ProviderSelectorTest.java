package tender.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tender.core.model.Bag;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.promise.TrackRecord;
import tender.core.resource.NodeCluster;
import tender.core.resource.NodeKind;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

final class ProviderSelectorTest {
  private static final int PROVIDERS = 100;
  private static final int COUNT = 20;
  private static final int EXPLORED = 2;
  private static final Bag BAG = new Bag(100, 8, 1_000, 0, 1_000_000);
  private static final CallRecord CALLED_ONCE = CallRecord.NONE.after(true, 5);

  @Test
  void fewCandidatesAreAllSelectedInTheOrderOfProviders() {
    List<KnownProvider> known = providers(number -> published(number, 4, 10));
    List<ProviderId> few = List.of(id(7), id(3), id(12));

    ProviderSelector selector = new ProviderSelector(known, COUNT);
    assertThat(selector.select(BAG, selector.candidates().only(few), 3, 1))
        .containsExactly(id(3), id(7), id(12));
    assertThat(selector.select(BAG, selector.candidates(), PROVIDERS, 1)).isEqualTo(ids());
  }

  @Test
  void providersWithTooFewProcessorsAreLast() {
    // Only 30 providers have the 8 processors of a task.
    assertThat(select(providers(number -> published(number, number < 70 ? 4 : 8, 10))))
        .hasSize(COUNT)
        .allMatch(provider -> number(provider) >= 70);
  }

  @Test
  void providersWithoutTheRequestedNodesAreLast() {
    Bag wanting =
        BAG.withRequest(Optional.of(TaskRequest.onOneNode(new ResourceAmounts(8, 64_000, 0, 0))));
    List<KnownProvider> known =
        providers(
            number -> {
              NodeKind kind =
                  NodeKind.of("node", new ResourceAmounts(8, number < 70 ? 1_000 : 64_000, 0, 0));
              Cluster cluster = new Cluster(80, 1_000, Optional.of(NodeCluster.of(kind, 10)));
              return new KnownProvider(
                  id(number),
                  new PublishedCapabilities(Optional.of(cluster), Optional.empty()),
                  TrackRecord.NONE,
                  CALLED_ONCE);
            });

    assertThat(select(known, wanting, 1)).allMatch(provider -> number(provider) >= 70);
  }

  @Test
  void largeClustersAreSelectedForLargeBagsOnly() {
    List<KnownProvider> known = providers(number -> published(number, number < 80 ? 16 : 800, 10));

    assertThat(best(select(known), provider -> provider >= 80)).isEqualTo(COUNT - EXPLORED);
    Bag single = BAG.subBag(1, BAG.deadlineMillis());
    List<ProviderId> forSingle = select(known, single, 1);
    assertThat(best(forSingle, provider -> provider >= 80)).isLessThan(COUNT / 2);
  }

  @Test
  void cheapReliableAndAnsweringProvidersArePreferred() {
    assertThat(
            best(
                select(providers(number -> published(number, 16, number < 80 ? 100 : 20))),
                provider -> provider >= 80))
        .isEqualTo(COUNT - EXPLORED);
    assertThat(
            best(
                select(
                    providers(
                        number ->
                            new KnownProvider(
                                id(number),
                                PublishedCapabilities.NOTHING,
                                new TrackRecord(50, number < 80 ? 50 : 0, 0),
                                CALLED_ONCE))),
                provider -> provider >= 80))
        .isEqualTo(COUNT - EXPLORED);
    assertThat(
            best(
                select(providers(number -> answering(number, number >= 80))),
                provider -> provider >= 80))
        .isEqualTo(COUNT - EXPLORED);
  }

  @Test
  void newProvidersGetATenthOfThePlaces() {
    List<KnownProvider> known =
        providers(number -> number < 50 ? answering(number, true) : KnownProvider.of(id(number)));

    assertThat(best(select(known), provider -> provider >= 50)).isEqualTo(EXPLORED);
  }

  @Test
  void everyProviderIsCalledByOneOfManyBags() {
    List<KnownProvider> known = providers(number -> answering(number, number >= 80));
    CallRecord[] records = known.stream().map(KnownProvider::calls).toArray(CallRecord[]::new);
    Set<ProviderId> called = new LinkedHashSet<>();
    for (int bag = 0; bag < 60; bag++) {
      List<KnownProvider> now = new ArrayList<>();
      for (int number = 0; number < PROVIDERS; number++) {
        now.add(
            new KnownProvider(
                id(number), PublishedCapabilities.NOTHING, TrackRecord.NONE, records[number]));
      }
      for (ProviderId provider : select(now, BAG, bag)) {
        called.add(provider);
        records[number(provider)] =
            records[number(provider)].after(number(provider) >= 80, 1_000 + bag);
      }
    }

    assertThat(called).hasSize(PROVIDERS);
  }

  @Test
  void bagsCallDifferentOnesOfEqualProviders() {
    List<KnownProvider> known = providers(number -> answering(number, true));
    List<ProviderId> first = select(known, BAG, 1);

    assertThat(select(known, BAG, 1)).isEqualTo(first);
    assertThat(select(known, BAG, 2)).isNotEqualTo(first);
    assertThat(new TreeSet<>(first)).hasSize(COUNT);
  }

  private static List<ProviderId> select(List<KnownProvider> known) {
    return select(known, BAG, 1);
  }

  private static List<ProviderId> select(List<KnownProvider> known, Bag bag, long seed) {
    ProviderSelector selector = new ProviderSelector(known, COUNT);
    return selector.select(bag, selector.candidates(), COUNT, seed);
  }

  private static long best(List<ProviderId> selected, Function<Integer, Boolean> isBest) {
    assertThat(selected).hasSize(COUNT);
    return selected.stream().filter(provider -> isBest.apply(number(provider))).count();
  }

  private static KnownProvider published(int number, int processors, long millicredits) {
    return new KnownProvider(
        id(number),
        new PublishedCapabilities(
            Optional.of(Cluster.of(processors)), Optional.of(new Money(millicredits))),
        TrackRecord.NONE,
        // The preferred providers were called later, so that none of them is explored.
        new CallRecord(1, 1_000, number + 1));
  }

  private static KnownProvider answering(int number, boolean useful) {
    CallRecord calls = CallRecord.NONE;
    for (int call = 0; call < 10; call++) {
      calls = calls.after(useful, number + 1);
    }
    return new KnownProvider(id(number), PublishedCapabilities.NOTHING, TrackRecord.NONE, calls);
  }

  private static List<KnownProvider> providers(Function<Integer, KnownProvider> provider) {
    return IntStream.range(0, PROVIDERS).boxed().map(provider).toList();
  }

  private static List<ProviderId> ids() {
    return IntStream.range(0, PROVIDERS).mapToObj(ProviderSelectorTest::id).toList();
  }

  private static ProviderId id(int number) {
    return new ProviderId("p" + number);
  }

  private static int number(ProviderId provider) {
    return Integer.parseInt(provider.value().substring(1));
  }
}
