package tender.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tender.core.model.Bag;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.promise.TrackRecord;

/** The selector finds what a scan of all providers finds. */
final class IndexedSelectionTest {
  private static final int[] PROCESSORS = {1, 4, 16, 64, 300};

  @Test
  void selectionIsThatOfAPlainScan() {
    for (long seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      List<KnownProvider> known = providers(random, 1 + random.nextInt(120));
      checkSelections(known, new ProviderSelector(known, 20), random);
    }
  }

  @Test
  void changedCallRecordsGiveTheSameAsAnotherSelector() {
    for (long seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      List<KnownProvider> known = providers(random, 1 + random.nextInt(120));
      ProviderSelector selector = new ProviderSelector(known, 20);
      for (int change = 0; change < 5; change++) {
        Map<ProviderId, CallRecord> changed = new LinkedHashMap<>();
        List<KnownProvider> after = new ArrayList<>();
        for (KnownProvider provider : known) {
          CallRecord calls = random.nextInt(4) == 0 ? callRecord(random) : provider.calls();
          if (!calls.equals(provider.calls())) {
            changed.put(provider.id(), calls);
          }
          after.add(
              new KnownProvider(provider.id(), provider.published(), provider.promises(), calls));
        }
        changed.put(new ProviderId("unknown"), CallRecord.NONE);
        known = after;
        selector = selector.withCallRecords(changed);
        checkSelections(known, selector, random);
      }
    }
  }

  private static void checkSelections(
      List<KnownProvider> known, ProviderSelector selector, Random random) {
    PlainSelection plain = new PlainSelection(known);
    for (int bagNumber = 0; bagNumber < 5; bagNumber++) {
      Bag bag = new Bag(1 + random.nextInt(50), PROCESSORS[random.nextInt(4)], 1_000, 0, 9_000);
      Set<ProviderId> excluded = new LinkedHashSet<>();
      int excludedPercent = random.nextInt(100);
      for (KnownProvider provider : known) {
        if (random.nextInt(100) < excludedPercent) {
          excluded.add(provider.id());
        }
      }
      Set<ProviderId> left = new LinkedHashSet<>(selector.providers());
      left.removeAll(excluded);
      int count = 1 + random.nextInt(30);
      long seed = random.nextLong();

      Candidates candidates = selector.candidates().without(excluded);
      assertThat(candidates.toList()).containsExactlyElementsOf(left);
      assertThat(selector.select(bag, candidates, count, seed))
          .isEqualTo(plain.select(bag, left, count, seed))
          .isEqualTo(selector.select(bag, selector.candidates().only(left), count, seed));
    }
  }

  private static List<KnownProvider> providers(Random random, int count) {
    List<KnownProvider> providers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      providers.add(
          new KnownProvider(
              new ProviderId("p" + i),
              published(random),
              new TrackRecord(random.nextInt(3), random.nextInt(3), 0),
              callRecord(random)));
    }
    return providers;
  }

  private static PublishedCapabilities published(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> PublishedCapabilities.NOTHING;
      case 1 -> new PublishedCapabilities(Optional.of(cluster(random)), Optional.empty());
      default ->
          new PublishedCapabilities(
              Optional.of(cluster(random)), Optional.of(new Money(random.nextInt(4))));
    };
  }

  private static Cluster cluster(Random random) {
    return new Cluster(PROCESSORS[random.nextInt(PROCESSORS.length)], 500 + random.nextInt(2) * 9);
  }

  /** Few different values, so that many providers are equal. */
  private static CallRecord callRecord(Random random) {
    CallRecord record = CallRecord.NONE;
    for (int call = random.nextInt(4); call > 0; call--) {
      record = record.after(random.nextBoolean(), random.nextInt(3));
    }
    return record;
  }
}
