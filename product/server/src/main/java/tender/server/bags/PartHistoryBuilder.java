package tender.server.bags;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.RunningPart;
import tender.server.api.view.PartsView;
import tender.server.model.BagHistoryEvent;
import tender.server.store.bags.HistoryRepository.ResultArrival;

/** Builds the history of each part from the bag's history and the arrival of results. */
final class PartHistoryBuilder {
  private static final int MAX_ARRIVALS = 100;

  private PartHistoryBuilder() {}

  /** Collects the events of one part. */
  private static final class PartBuilder {
    private final ReservationId id;
    private final int tasks;
    private final long placedMillis;
    private final long completionMillis;
    private OptionalLong forecastMillis = OptionalLong.empty();
    private OptionalLong endedMillis = OptionalLong.empty();
    private OptionalLong lostMillis = OptionalLong.empty();
    private OptionalLong refusedMillis = OptionalLong.empty();
    private Optional<Breach.Cause> lostCause = Optional.empty();

    PartBuilder(BagEffect.PartPlaced placed, long placedMillis) {
      id = placed.part();
      tasks = placed.tasks();
      completionMillis = placed.completionMillis();
      this.placedMillis = placedMillis;
    }

    PartsView.PartView build(List<ResultArrival> arrivals) {
      return new PartsView.PartView(
          id.provider(),
          tasks,
          placedMillis,
          completionMillis,
          endedMillis.isPresent() ? OptionalLong.empty() : forecastMillis,
          endedMillis,
          lostMillis,
          lostCause,
          refusedMillis,
          thinned(arrivals));
    }
  }

  static PartsView of(BagState state, List<BagHistoryEvent> history, List<ResultArrival> arrivals) {
    Map<ReservationId, PartBuilder> builders = new LinkedHashMap<>();
    for (BagHistoryEvent event : history) {
      apply(builders, event.effect(), event.atMillis());
    }
    if (state instanceof BagState.Open open) {
      for (RunningPart part : open.parts()) {
        PartBuilder builder = builders.get(part.id());
        if (builder != null && part.hasForecast()) {
          builder.forecastMillis = OptionalLong.of(part.expectedEndMillis());
        }
      }
    }
    Map<ReservationId, List<ResultArrival>> cumulated = cumulated(arrivals);
    return new PartsView(
        builders.values().stream()
            .map(builder -> builder.build(cumulated.getOrDefault(builder.id, List.of())))
            .toList());
  }

  private static void apply(
      Map<ReservationId, PartBuilder> builders, BagEffect effect, long atMillis) {
    switch (effect) {
      case BagEffect.PartPlaced placed ->
          builders.put(placed.part(), new PartBuilder(placed, atMillis));
      case BagEffect.PartDelivered(ReservationId part, long endedMillis) ->
          find(builders, part)
              .ifPresent(builder -> builder.endedMillis = OptionalLong.of(endedMillis));
      case BagEffect.PartLost lost ->
          find(builders, lost.part())
              .ifPresent(
                  builder -> {
                    builder.lostMillis = OptionalLong.of(atMillis);
                    builder.lostCause = Optional.of(lost.cause());
                  });
      case BagEffect.ReservationRefused refused ->
          find(builders, refused.part())
              .ifPresent(builder -> builder.refusedMillis = OptionalLong.of(atMillis));
      default -> {}
    }
  }

  private static Optional<PartBuilder> find(
      Map<ReservationId, PartBuilder> builders, ReservationId part) {
    return Optional.ofNullable(builders.get(part));
  }

  /** Cumulative numbers of results of each part. */
  private static Map<ReservationId, List<ResultArrival>> cumulated(List<ResultArrival> arrivals) {
    Map<ReservationId, List<ResultArrival>> cumulated = new LinkedHashMap<>();
    for (ResultArrival arrived : arrivals) {
      List<ResultArrival> before =
          cumulated.computeIfAbsent(arrived.part(), _ -> new ArrayList<>());
      int sum = before.isEmpty() ? 0 : before.getLast().tasks();
      before.add(new ResultArrival(arrived.part(), arrived.atMillis(), sum + arrived.tasks()));
    }
    return cumulated;
  }

  /** Thins out the arrivals; the last one is always kept. */
  private static List<PartsView.Arrival> thinned(List<ResultArrival> arrivals) {
    int step = Math.ceilDiv(arrivals.size(), MAX_ARRIVALS);
    List<PartsView.Arrival> thinned = new ArrayList<>();
    for (int i = 0; i < arrivals.size(); i++) {
      if ((i + 1) % step == 0 || i == arrivals.size() - 1) {
        thinned.add(new PartsView.Arrival(arrivals.get(i).atMillis(), arrivals.get(i).tasks()));
      }
    }
    return thinned;
  }
}
