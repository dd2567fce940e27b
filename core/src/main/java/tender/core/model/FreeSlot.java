package tender.core.model;

import tender.core.check.ValueChecks;

/**
 * A number of processors that are free from one instant until another. Slots of one provider add up
 * where they overlap.
 */
public record FreeSlot(long fromMillis, long untilMillis, int processors) {
  public FreeSlot {
    Time.requireInstant(fromMillis, "at which a free slot begins");
    Time.requireInstantOrNever(untilMillis, "at which a free slot ends");
    ValueChecks.positive(processors, "The number of processors of a free slot");
    if (untilMillis <= fromMillis) {
      throw new IllegalArgumentException(
          "A free slot runs from " + fromMillis + " to " + untilMillis + " ms; it must end later.");
    }
  }
}
