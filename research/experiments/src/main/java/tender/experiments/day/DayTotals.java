package tender.experiments.day;

import tender.core.compose.Part;
import tender.core.model.Bag;
import tender.core.model.Money;
import tender.core.model.Time;

/** Adds up what bags got. */
final class DayTotals {
  private static final int MESSAGES_PER_CALL = 2;

  /** Reserve and commit, with an answer to each. */
  private static final int MESSAGES_PER_PART = 4;

  private static final double PERCENT = 100;

  private int onTime;
  private int late;
  private int refused;
  private double responseMillis;
  private double millicredits;
  private double processorMillis;
  private long calls;
  private long cellCalls;
  private long parts;

  /**
   * Adds a bag.
   *
   * @param endMillis when its last task ends; ignored if it was refused
   */
  void add(DayBag submitted, DayPlacement placement, long endMillis) {
    calls += placement.providerCalls();
    cellCalls += placement.cellCalls();
    if (placement.isRefused()) {
      refused++;
      return;
    }
    Bag bag = submitted.bag();
    if (placement.composition().meetsDeadline()) {
      onTime++;
    } else {
      late++;
    }
    responseMillis += endMillis - bag.submittedMillis();
    processorMillis += (double) bag.tasks() * bag.width() * bag.estimateMillis();
    parts += placement.parts().size();
    millicredits +=
        placement.parts().stream().map(Part::price).mapToLong(Money::millicredits).sum();
  }

  DayMeasures measures() {
    int promised = onTime + late;
    double bags = (double) promised + refused;
    double messages =
        MESSAGES_PER_CALL * (double) (calls + cellCalls) + MESSAGES_PER_PART * (double) parts;
    return new DayMeasures(
        promised + refused,
        PERCENT * onTime / bags,
        PERCENT * late / bags,
        PERCENT * refused / bags,
        responseMillis / promised / Time.SECOND_MILLIS,
        millicredits / 1e3 / (processorMillis / Time.HOUR_MILLIS),
        calls / bags,
        cellCalls / bags,
        messages / bags,
        (double) parts / promised);
  }
}
