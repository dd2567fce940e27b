package tender.core.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a provider tells of itself beside its offers. Everything is optional: each policy says what
 * it needs, and does without the providers that keep it to themselves.
 *
 * @param power total computing power, in a unit that is the same for all providers of a market
 * @param remainingWork work still to be done for others, in that unit times milliseconds
 * @param slots when its processors stand free
 * @param bids what it takes as bids, if it shares its time
 */
public record Disclosure(
    OptionalLong power,
    OptionalLong remainingWork,
    Optional<Slots> slots,
    Optional<BidRange> bids) {
  public static final Disclosure NOTHING =
      new Disclosure(OptionalLong.empty(), OptionalLong.empty(), Optional.empty());

  /** Of a provider that does not share its time. */
  public Disclosure(OptionalLong power, OptionalLong remainingWork, Optional<Slots> slots) {
    this(power, remainingWork, slots, Optional.empty());
  }

  /** Of one that does, and tells nothing else. */
  public static Disclosure ofBids(BidRange bids) {
    return new Disclosure(
        OptionalLong.empty(), OptionalLong.empty(), Optional.empty(), Optional.of(bids));
  }

  public Disclosure {
    if (power.isPresent() && power.getAsLong() <= 0) {
      throw new IllegalArgumentException(
          "A disclosed power is " + power.getAsLong() + ", and must be at least 1.");
    }
    if (remainingWork.isPresent() && remainingWork.getAsLong() < 0) {
      throw new IllegalArgumentException(
          "A disclosed remaining work is " + remainingWork.getAsLong() + ", below zero.");
    }
  }

  /**
   * Free windows, and what a task of the bag in question needs of them.
   *
   * @param width processors that a task takes at once
   * @param taskMillis how long a task takes at this provider
   */
  public record Slots(int width, long taskMillis, List<FreeSlot> slots) {
    public Slots {
      if (width <= 0) {
        throw new IllegalArgumentException("The width of a task is " + width + ", not positive.");
      }
      Time.requireDuration(taskMillis, "of a task");
      slots = List.copyOf(slots);
      long processors = slots.stream().mapToLong(FreeSlot::processors).sum();
      if (processors > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "The free windows add up to " + processors + " processors, more than can be counted.");
      }
    }
  }
}
