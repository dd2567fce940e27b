package tender.server.model;

import java.util.Optional;
import java.util.OptionalLong;
import tender.core.message.Message;
import tender.core.model.Money;
import tender.core.model.Time;

/**
 * What a person wants of a bag besides its tasks.
 *
 * @param deadlineMillis when all of it should be done; empty: as early as can be
 * @param budget the most that it may cost; empty: whatever it costs
 * @param ask whether to make a quote first and to wait until the person agrees; else what meets the
 *     deadline and the budget is promised at once, and only what does not is asked about
 * @param valuation what it is worth to the person, if it is to bid in the auction
 * @param hurry with a budget: whether the earliest end that it buys is wanted, in place of the
 *     least cost that makes the deadline
 * @param bidder how it bids for its parts where time is shared, if it does
 */
public record Requirements(
    OptionalLong deadlineMillis,
    Optional<Money> budget,
    boolean quoteFirst,
    Optional<Money> valuation,
    boolean optimiseTime,
    Optional<Message.BidStrategy> bidder) {

  /** For whom providers are called at once. */
  public Requirements(OptionalLong deadlineMillis, Optional<Money> budget, boolean ask) {
    this(deadlineMillis, budget, ask, Optional.empty(), false, Optional.empty());
  }

  /** The same, to be called for or, with a valuation, to bid. */
  public Requirements withValuation(Optional<Money> valuation) {
    return new Requirements(deadlineMillis, budget, quoteFirst, valuation, optimiseTime, bidder);
  }

  /** The same, composed by time or by cost. */
  public Requirements withOptimiseTime(boolean hurry) {
    return new Requirements(deadlineMillis, budget, quoteFirst, valuation, hurry, bidder);
  }

  /** The same, to bid for its parts where time is shared, or not. */
  public Requirements withBidder(Optional<Message.BidStrategy> bidder) {
    return new Requirements(deadlineMillis, budget, quoteFirst, valuation, optimiseTime, bidder);
  }

  public Requirements {
    deadlineMillis.ifPresent(millis -> Time.requireInstant(millis, "of the deadline"));
    if (budget.isPresent() && budget.get().millicredits() < 0) {
      throw new IllegalArgumentException("The budget is " + budget.get() + ", below zero.");
    }
    if (valuation.isPresent() && valuation.get().millicredits() < 0) {
      throw new IllegalArgumentException("The valuation is " + valuation.get() + ", below zero.");
    }
  }
}
