package tender.core.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tender.core.check.ValueChecks;
import tender.core.resource.Misfit;

/**
 * What a provider discloses about itself in addition to its offers. Everything is optional: a
 * policy that needs a value skips the providers that do not disclose it.
 *
 * @param power total computing power, in a unit that is the same for all providers of a market
 * @param remainingWork work that is still to be done for others, in that unit times milliseconds
 * @param slots when its processors are free
 * @param bids the bids that it accepts, if it is time-shared
 * @param firm whether its offers are firm: processors are reserved for them, and jobs of other
 *     users do not delay them
 * @param misfit why no task of the called bag can run there, if none can
 */
public record Disclosure(
    OptionalLong power,
    OptionalLong remainingWork,
    Optional<Slots> slots,
    Optional<BidRange> bids,
    boolean firm,
    Optional<Misfit> misfit) {
  public static final Disclosure NOTHING =
      new Disclosure(OptionalLong.empty(), OptionalLong.empty(), Optional.empty());

  /** Of a provider that is not time-shared. */
  public Disclosure(OptionalLong power, OptionalLong remainingWork, Optional<Slots> slots) {
    this(power, remainingWork, slots, Optional.empty(), false, Optional.empty());
  }

  /** Of a time-shared provider that discloses nothing else. */
  public static Disclosure ofBids(BidRange bids) {
    return new Disclosure(
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        Optional.of(bids),
        false,
        Optional.empty());
  }

  /** The same of a provider whose offers are firm, or are not. */
  public Disclosure withFirm(boolean firm) {
    return new Disclosure(power, remainingWork, slots, bids, firm, misfit);
  }

  /** The same with a reason why no task can run there, or without. */
  public Disclosure withMisfit(Optional<Misfit> misfit) {
    return new Disclosure(power, remainingWork, slots, bids, firm, misfit);
  }

  public Disclosure {
    if (power.isPresent() && power.getAsLong() <= 0) {
      throw new IllegalArgumentException(
          "The disclosed power is " + power.getAsLong() + ", and must be at least 1.");
    }
    if (remainingWork.isPresent() && remainingWork.getAsLong() < 0) {
      throw new IllegalArgumentException(
          "The disclosed remaining work is "
              + remainingWork.getAsLong()
              + ", and must be at least 0.");
    }
  }

  /**
   * Free slots, and what a task of the called bag needs of them.
   *
   * @param width processors that a task needs
   * @param taskMillis run time of a task at this provider
   */
  public record Slots(int width, long taskMillis, List<FreeSlot> slots) {
    public Slots {
      ValueChecks.positive(width, "The width of a task");
      Time.requireDuration(taskMillis, "of a task");
      slots = List.copyOf(slots);
      long processors = slots.stream().mapToLong(FreeSlot::processors).sum();
      if (processors > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "The free slots add up to " + processors + " processors, above the limit of 2^31-1.");
      }
    }
  }
}
