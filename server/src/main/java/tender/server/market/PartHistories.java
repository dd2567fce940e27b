package tender.server.market;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tender.core.message.ReservationId;
import tender.core.metascheduler.BagEffect;
import tender.core.metascheduler.BagState;
import tender.core.metascheduler.Breach;
import tender.core.metascheduler.RunningPart;
import tender.server.market.view.PartsView;
import tender.server.store.Histories;
import tender.server.store.News;

/** What became of each part of a bag, from what the user was told and from when results came. */
final class PartHistories {
  private static final int MOST_ARRIVALS = 100;

  private PartHistories() {}

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

    Draft(BagEffect.Placed placed, long placedMillis) {
      id = placed.part();
      tasks = placed.tasks();
      byMillis = placed.byMillis();
      this.placedMillis = placedMillis;
    }

    PartsView.PartView finish(List<Histories.Arrived> arrivals) {
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

  static PartsView of(BagState state, List<News> news, List<Histories.Arrived> arrivals) {
    Map<ReservationId, Draft> drafts = new LinkedHashMap<>();
    for (News one : news) {
      note(drafts, one.effect(), one.atMillis());
    }
    if (state instanceof BagState.Open open) {
      for (RunningPart part : open.parts()) {
        Draft draft = drafts.get(part.id());
        if (draft != null && part.hasSpoken()) {
          draft.expectedMillis = OptionalLong.of(part.endMillis());
        }
      }
    }
    Map<ReservationId, List<Histories.Arrived>> cumulated = cumulated(arrivals);
    return new PartsView(
        drafts.values().stream()
            .map(draft -> draft.finish(cumulated.getOrDefault(draft.id, List.of())))
            .toList());
  }

  private static void note(Map<ReservationId, Draft> drafts, BagEffect effect, long atMillis) {
    switch (effect) {
      case BagEffect.Placed placed -> drafts.put(placed.part(), new Draft(placed, atMillis));
      case BagEffect.Delivered(ReservationId part, long endedMillis) ->
          find(drafts, part).ifPresent(draft -> draft.endedMillis = OptionalLong.of(endedMillis));
      case BagEffect.Lost lost ->
          find(drafts, lost.part())
              .ifPresent(
                  draft -> {
                    draft.lostMillis = OptionalLong.of(atMillis);
                    draft.cause = Optional.of(lost.cause());
                  });
      case BagEffect.Refused refused ->
          find(drafts, refused.part())
              .ifPresent(draft -> draft.refusedMillis = OptionalLong.of(atMillis));
      default -> {}
    }
  }

  private static Optional<Draft> find(Map<ReservationId, Draft> drafts, ReservationId part) {
    return Optional.ofNullable(drafts.get(part));
  }

  /** So many results of each reservation, cumulated, by when. */
  private static Map<ReservationId, List<Histories.Arrived>> cumulated(
      List<Histories.Arrived> arrivals) {
    Map<ReservationId, List<Histories.Arrived>> cumulated = new LinkedHashMap<>();
    for (Histories.Arrived arrived : arrivals) {
      List<Histories.Arrived> before =
          cumulated.computeIfAbsent(arrived.by(), _ -> new ArrayList<>());
      int sum = before.isEmpty() ? 0 : before.getLast().tasks();
      before.add(new Histories.Arrived(arrived.by(), arrived.atMillis(), sum + arrived.tasks()));
    }
    return cumulated;
  }

  /** The last is always kept. */
  private static List<PartsView.Arrival> thinned(List<Histories.Arrived> arrivals) {
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
