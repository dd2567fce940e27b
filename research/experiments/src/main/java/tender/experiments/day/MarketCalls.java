package tender.experiments.day;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tender.core.compose.Composition;
import tender.core.model.ProviderId;

/** Bags call the providers of one market: the most suitable first, or all together. */
final class MarketCalls implements CallPolicy {
  private final Map<ProviderId, DayProvider> providers;
  private final CpuTimer timer = new CpuTimer();
  private final CalledGroup group;

  MarketCalls(Map<ProviderId, DayProvider> providers, int providersPerCall) {
    this.providers = providers;
    group =
        new CalledGroup(
            providers.values().stream().map(DayProvider::known).toList(), providersPerCall, timer);
  }

  @Override
  public DayPlacement place(DayBag bag) {
    CallWaves waves =
        new CallWaves(
            group,
            bag,
            id -> Objects.requireNonNull(providers.get(id)).reply(bag, bag.submittedMillis()),
            List.of());
    Composition composition = waves.all(group.candidates(), Optional.empty());
    return new DayPlacement(composition, composition.parts(), waves.called(), 0);
  }

  @Override
  public double selectionMicros() {
    return timer.meanMicros();
  }
}
