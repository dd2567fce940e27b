package tender.experiments.day;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntConsumer;
import tender.core.compose.Composition;
import tender.core.compose.Part;
import tender.core.compose.Reply;
import tender.core.model.ProviderId;
import tender.experiments.statistics.Sample;

/**
 * Simulates one day. Bags are placed one after another in the order of their submission; calls and
 * reservations take no time. So no offer expires and no reservation is refused.
 */
final class DaySimulation {
  private static final int CELLS = 10;
  private static final int PROVIDERS_FOR_CELLS = 100;
  private static final int PROGRESS_BAGS = 500;
  private static final double PERCENT = 100;

  private final DayRun.Key key;
  private final int sampledBags;
  private final Map<ProviderId, DayProvider> providers = new LinkedHashMap<>();
  private final CallPolicy policy;
  private final DayTotals totals = new DayTotals();
  private final DayTotals sampledOwn = new DayTotals();
  private final DayTotals sampledAll = new DayTotals();

  /**
   * @param sampledBags for how many bags the offers of all providers are composed as well
   */
  DaySimulation(DayRun.Key key, int sampledBags) {
    this.key = key;
    this.sampledBags = sampledBags;
    DayWorkload.providers(key.providers(), key.seed())
        .forEach(provider -> providers.put(provider.id(), provider));
    int perCall = key.policy().providersPerCall();
    policy =
        switch (key.policy().kind()) {
          case MARKET, ALL -> new MarketCalls(providers, perCall);
          case CELLS ->
              new CellCalls(providers, key.providers() < PROVIDERS_FOR_CELLS ? 1 : CELLS, perCall);
        };
  }

  /**
   * @param progress receives numbers of further bags
   */
  DayRun run(IntConsumer progress) {
    int sampleEvery = sampledBags == 0 ? Integer.MAX_VALUE : Math.ceilDiv(key.bags(), sampledBags);
    for (int number = 0; number < key.bags(); number++) {
      DayBag bag = DayWorkload.bag(number, key.bags(), key.seed());
      boolean sampled = sampledBags > 0 && number % sampleEvery == 0;
      if (sampled) {
        addSample(bag);
      }
      DayPlacement placement = policy.place(bag);
      long endMillis = reserve(bag, placement);
      totals.add(bag, placement, endMillis);
      if (sampled) {
        sampledOwn.add(bag, placement, endMillis);
      }
      if ((number + 1) % PROGRESS_BAGS == 0) {
        progress.accept(PROGRESS_BAGS);
      }
    }
    progress.accept(key.bags() % PROGRESS_BAGS);
    return result();
  }

  private void addSample(DayBag bag) {
    List<Reply> replies = new ArrayList<>();
    for (DayProvider provider : providers.values()) {
      replies.add(provider.reply(bag, bag.submittedMillis()));
    }
    Composition composition = CallWaves.compose(bag, replies);
    long endMillis = 0;
    for (Part part : composition.parts()) {
      endMillis =
          Math.max(
              endMillis, provider(part).endMillis(bag.bag(), part.tasks(), bag.submittedMillis()));
    }
    sampledAll.add(
        bag, new DayPlacement(composition, composition.parts(), replies.size(), 0), endMillis);
  }

  private long reserve(DayBag bag, DayPlacement placement) {
    long endMillis = 0;
    if (!placement.isRefused()) {
      for (Part part : placement.parts()) {
        endMillis =
            Math.max(
                endMillis, provider(part).reserve(bag.bag(), part.tasks(), bag.submittedMillis()));
      }
    }
    return endMillis;
  }

  private DayProvider provider(Part part) {
    return Objects.requireNonNull(providers.get(part.provider()));
  }

  private DayRun result() {
    double planned = 0;
    double capacity = 0;
    List<Double> utilisations = new ArrayList<>();
    for (DayProvider provider : providers.values()) {
      provider.advance(DayWorkload.WARM_UP_MILLIS + DayRhythm.DAY_MILLIS);
      double ofProvider = (double) provider.cluster().processors() * DayRhythm.DAY_MILLIS;
      planned += provider.plannedProcessorMillis();
      capacity += ofProvider;
      utilisations.add(PERCENT * provider.plannedProcessorMillis() / ofProvider);
    }
    Sample spread = Sample.of(utilisations.stream().mapToDouble(Double::doubleValue).toArray());
    return new DayRun(
        key,
        totals.measures(),
        PERCENT * planned / capacity,
        spread.standardDeviation(),
        sampledBags == 0
            ? Optional.empty()
            : Optional.of(new DayRun.CallAllSample(sampledOwn.measures(), sampledAll.measures())),
        policy.selectionMicros());
  }
}
