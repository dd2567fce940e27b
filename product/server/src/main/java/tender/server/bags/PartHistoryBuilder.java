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
import tender.server.store.bags.HistoryRepository;
import tender.server.model.BagHistoryEvent;

/** What became of each part of a bag, from what the user was told and from when results came. */
final class PartHistoryBuilder {
  private static final int MOST_ARRIVALS = 100;

  private PartHistoryBuilder() {}

  /** A part while what happened to it is gathered. */
  private static final class Draft {
    private final ReservationId id;
    private final int tasks;
    private final long placedMillis;
    private final long byMillis;
    private OptionalLong expectedMillis = OptionalLong.empty();
    private OptionalLong endedMillis = OptionalLong.empty();
    private OptionalLong lostMillis = OptionalLong.empty();
    private OptionalLong refusedMillis = OptionalLong.empty();
    private Optional<Breach.Cause> cause = Optional.empty();

    Draft(BagEffect.PartPlaced placed, long placedMillis) {
      id = placed.part();
      tasks = placed.tasks();
      byMillis = placed.completionMillis();
      this.placedMillis = placedMillis;
    }

    PartsView.PartView finish(List<HistoryRepository.ResultArrival> arrivals) {
      return new PartsView.PartView(
          id.provider(),
          tasks,
          placedMillis,
          byMillis,
          endedMillis.isPresent() ? OptionalLong.empty() : expectedMillis,
          endedMillis,
          lostMillis,
          cause,
          refusedMillis,
          thinned(arrivals));
    }
  }

  static PartsView of(BagState state, List<BagHistoryEvent> news, List<HistoryRepository.ResultArrival> arrivals) {
    Map<ReservationId, Draft> drafts = new LinkedHashMap<>();
    for (BagHistoryEvent one : news) {
      note(drafts, one.effect(), one.atMillis());
    }
    if (state instanceof BagState.Open open) {
      for (RunningPart part : open.parts()) {
        Draft draft = drafts.get(part.id());
        if (draft != null && part.hasForecast()) {
          draft.expectedMillis = OptionalLong.of(part.expectedEndMillis());
        }
      }
    }
    Map<ReservationId, List<HistoryRepository.ResultArrival>> cumulated = cumulated(arrivals);
    return new PartsView(
        drafts.values().stream()
            .map(draft -> draft.finish(cumulated.getOrDefault(draft.id, List.of())))
            .toList());
  }

  private static void note(Map<ReservationId, Draft> drafts, BagEffect effect, long atMillis) {
    switch (effect) {
      case BagEffect.PartPlaced placed -> drafts.put(placed.part(), new Draft(placed, atMillis));
      case BagEffect.PartDelivered(ReservationId part, long endedMillis) ->
          find(drafts, part).ifPresent(draft -> draft.endedMillis = OptionalLong.of(endedMillis));
      case BagEffect.PartLost lost ->
          find(drafts, lost.part())
              .ifPresent(
                  draft -> {
                    draft.lostMillis = OptionalLong.of(atMillis);
                    draft.cause = Optional.of(lost.cause());
                  });
      case BagEffect.ReservationRefused refused ->
          find(drafts, refused.part())
              .ifPresent(draft -> draft.refusedMillis = OptionalLong.of(atMillis));
      default -> {}
    }
  }

  private static Optional<Draft> find(Map<ReservationId, Draft> drafts, ReservationId part) {
    return Optional.ofNullable(drafts.get(part));
  }

  /** So many results of each reservation, cumulated, by when. */
  private static Map<ReservationId, List<HistoryRepository.ResultArrival>> cumulated(
      List<HistoryRepository.ResultArrival> arrivals) {
    Map<ReservationId, List<HistoryRepository.ResultArrival>> cumulated = new LinkedHashMap<>();
    for (HistoryRepository.ResultArrival arrived : arrivals) {
      List<HistoryRepository.ResultArrival> before =
          cumulated.computeIfAbsent(arrived.part(), _ -> new ArrayList<>());
      int sum = before.isEmpty() ? 0 : before.getLast().tasks();
      before.add(new HistoryRepository.ResultArrival(arrived.part(), arrived.atMillis(), sum + arrived.tasks()));
    }
    return cumulated;
  }

  /** The last is always kept. */
  private static List<PartsView.Arrival> thinned(List<HistoryRepository.ResultArrival> arrivals) {
    int step = Math.ceilDiv(arrivals.size(), MOST_ARRIVALS);
    List<PartsView.Arrival> thinned = new ArrayList<>();
    for (int i = 0; i < arrivals.size(); i++) {
      if ((i + 1) % step == 0 || i == arrivals.size() - 1) {
        thinned.add(new PartsView.Arrival(arrivals.get(i).atMillis(), arrivals.get(i).tasks()));
      }
    }
    return thinned;
  }
}
