package tender.server.bags;

import java.util.Optional;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.server.api.ApiException;
import tender.server.model.Requirements;
import tender.bagfile.WorkOrder;

/** What a person's wish means for the metascheduler. */
final class RequirementsValidator {
  private RequirementsValidator() {}

  /** Without a deadline of the person's, whatever ends first will do. */
  static AcceptancePolicy submissionPolicy(Requirements wish, long deadlineMillis) {
    if (wish.valuation().isPresent()) {
      return AcceptancePolicy.auctionBid(deadlineMillis, wish.valuation().get());
    }
    AcceptancePolicy mandate =
        wish.quoteFirst()
            ? AcceptancePolicy.alwaysAsk(deadlineMillis)
            : new AcceptancePolicy(
                deadlineMillis,
                wish.deadlineMillis().orElse(Time.NEVER),
                wish.budget().orElse(AcceptancePolicy.anyPrice()));
    return wish.budget()
        .map(budget -> mandate.withBudget(budget, wish.optimiseTime()))
        .orElse(mandate)
        .withBidStrategy(wish.bidder());
  }

  /**
   * What is wished for the tasks of a bag that are tried again: a bag that bid where time is shared
   * does so again and, unless another budget is given, with what it has left of its own.
   *
   * @param paid what the bag has cost
   */
  static Requirements forRetry(Requirements wish, Requirements before, Money paid) {
    if (before.bidder().isEmpty()) {
      return wish;
    }
    Optional<Money> left =
        before.budget().map(budget -> budget.minus(paid)).filter(sum -> sum.millicredits() > 0);
    return new Requirements(
        wish.deadlineMillis(),
        wish.budget().or(() -> left),
        wish.quoteFirst(),
        wish.valuation(),
        wish.optimiseTime(),
        before.bidder());
  }

  /** Only one rigid job can bid in the auction, and only for a deadline. */
  static void validate(Requirements wish, WorkOrder order) {
    if (wish.bidder().isPresent() && wish.budget().isEmpty()) {
      throw new ApiException(
          ApiException.Kind.INVALID,
          "The bag bids where time is shared, and has no budget.",
          "Say how much may be spent on it: nobody bids with more.");
    }
    if (wish.valuation().isEmpty()) {
      return;
    }
    if (order.tasks() != 1) {
      throw new ApiException(
          ApiException.Kind.INVALID,
          "The bag has " + order.tasks() + " tasks, and in the auction a bag must have one.",
          "Hand in a bag for each task, or leave out the mechanism.");
    }
    if (wish.deadlineMillis().isEmpty()) {
      throw new ApiException(
          ApiException.Kind.INVALID,
          "The bag has no deadline, and in the auction it must have one.",
          "Say by when it is wanted.");
    }
    if (wish.budget().isPresent()) {
      throw new ApiException(
          ApiException.Kind.INVALID,
          "The bag has a budget of " + wish.budget().get() + " and bids in the auction.",
          "Leave out the budget: a bag that bids never costs more than its valuation.");
    }
    if (wish.quoteFirst()) {
      throw new ApiException(
          ApiException.Kind.INVALID,
          "A quote is wanted for a bag that bids in the auction, where there are none.",
          "Hand it in without asking for one, or leave out the mechanism.");
    }
  }
}
