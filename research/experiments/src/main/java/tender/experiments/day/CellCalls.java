package tender.experiments.day;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tender.core.call.KnownProvider;
import tender.core.call.WaveResult;
import tender.core.compose.Composition;
import tender.core.compose.Part;
import tender.core.compose.Reply;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;

/**
 * The providers are divided into cells. A bag calls the most suitable providers of its own cell. If
 * their offers do not meet the deadline, it calls other cells in the same way as providers, in
 * waves. A called cell calls its own most suitable providers once, composes their offers, and
 * answers with one offer.
 */
final class CellCalls implements CallPolicy {
  /** A cell stands for many providers, so few are called together. */
  private static final int CELLS_PER_CALL = 2;

  private final Map<ProviderId, DayProvider> providers;
  private final CpuTimer timer = new CpuTimer();
  private final List<CalledGroup> cells = new ArrayList<>();
  private final CalledGroup groupOfCells;

  CellCalls(Map<ProviderId, DayProvider> providers, int cellCount, int providersPerCall) {
    this.providers = providers;
    List<List<KnownProvider>> members = new ArrayList<>();
    for (int cell = 0; cell < cellCount; cell++) {
      members.add(new ArrayList<>());
    }
    int next = 0;
    for (DayProvider provider : providers.values()) {
      members.get(next++ % cellCount).add(provider.known());
    }
    List<KnownProvider> known = new ArrayList<>();
    for (int cell = 0; cell < cellCount; cell++) {
      cells.add(new CalledGroup(members.get(cell), providersPerCall, timer));
      known.add(KnownProvider.of(new ProviderId("cell" + cell)));
    }
    groupOfCells = new CalledGroup(known, CELLS_PER_CALL, timer);
  }

  @Override
  public DayPlacement place(DayBag bag) {
    int home = bag.number() % cells.size();
    if (cells.size() == 1) {
      return allWaves(cells.get(home), bag);
    }
    CallWaves homeWaves = waves(cells.get(home), bag);
    Composition atHome = homeWaves.first(cells.get(home).candidates());
    if (atHome.meetsDeadline()) {
      return new DayPlacement(atHome, atHome.parts(), homeWaves.called(), 0);
    }
    Map<ProviderId, CellAnswer> answers = new LinkedHashMap<>();
    CallWaves cellWaves =
        new CallWaves(
            groupOfCells,
            bag,
            id -> {
              CellAnswer answer = answer(bag, id);
              answers.put(id, answer);
              return answer.reply;
            },
            homeWaves.replies());
    Optional<WaveResult> before =
        Optional.of(atHome)
            .filter(composition -> composition.unplacedTasks() == 0)
            .map(composition -> CallWaves.result(bag, composition));
    Composition composition =
        cellWaves.all(
            groupOfCells.candidates().without(List.of(new ProviderId("cell" + home))), before);
    int providerCalls =
        homeWaves.called() + answers.values().stream().mapToInt(CellAnswer::called).sum();
    return new DayPlacement(
        composition, partsOfProviders(composition, answers), providerCalls, cellWaves.called());
  }

  /**
   * The one offer of a cell.
   *
   * @param parts what it consists of
   */
  private record CellAnswer(Reply reply, List<Part> parts, int called) {}

  private CellAnswer answer(DayBag bag, ProviderId cell) {
    CalledGroup group = cells.get(Integer.parseInt(cell.value().substring("cell".length())));
    CallWaves waves = waves(group, bag);
    Composition composition = waves.first(group.candidates());
    int tasks = bag.bag().tasks() - composition.unplacedTasks();
    if (tasks == 0) {
      return new CellAnswer(Reply.of(cell, List.of()), List.of(), waves.called());
    }
    long completionMillis =
        composition.parts().stream().mapToLong(Part::completionMillis).max().orElseThrow();
    Money pricePerTask = new Money(Math.ceilDiv(composition.price().millicredits(), tasks));
    Offer offer = new Offer(cell, tasks, completionMillis, pricePerTask);
    return new CellAnswer(Reply.of(cell, List.of(offer)), composition.parts(), waves.called());
  }

  /** Replaces the part of each cell by parts of its providers, which may be used incompletely. */
  private static List<Part> partsOfProviders(
      Composition composition, Map<ProviderId, CellAnswer> answers) {
    List<Part> parts = new ArrayList<>();
    for (Part part : composition.parts()) {
      CellAnswer answer = answers.get(part.provider());
      if (answer == null) {
        parts.add(part);
        continue;
      }
      int left = part.tasks();
      for (Part inCell : answer.parts) {
        int used = Math.min(left, inCell.tasks());
        if (used > 0) {
          parts.add(
              new Part(inCell.provider(), used, inCell.completionMillis(), inCell.price(used)));
        }
        left -= used;
      }
    }
    return parts;
  }

  /** A market of one cell has no others to call. */
  private DayPlacement allWaves(CalledGroup cell, DayBag bag) {
    CallWaves waves = waves(cell, bag);
    Composition composition = waves.all(cell.candidates(), Optional.empty());
    return new DayPlacement(composition, composition.parts(), waves.called(), 0);
  }

  private CallWaves waves(CalledGroup group, DayBag bag) {
    return new CallWaves(
        group,
        bag,
        id -> Objects.requireNonNull(providers.get(id)).reply(bag, bag.submittedMillis()),
        List.of());
  }

  @Override
  public double selectionMicros() {
    return timer.meanMicros();
  }
}
