package tender.server.bags;

import java.util.Optional;
import tender.bagfile.WorkOrder;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.server.api.ApiException;
import tender.server.model.Requirements;

/** Validates requirements and translates them for the metascheduler. */
final class RequirementsValidator {
  private RequirementsValidator() {}

  /** Without a deadline, any completion time is accepted. */
  static AcceptancePolicy submissionPolicy(Requirements requirements, long deadlineMillis) {
    if (requirements.valuation().isPresent()) {
      return AcceptancePolicy.auctionBid(deadlineMillis, requirements.valuation().get());
    }
    AcceptancePolicy policy =
        requirements.quoteFirst()
            ? AcceptancePolicy.alwaysAsk(deadlineMillis)
            : new AcceptancePolicy(
                deadlineMillis,
                requirements.deadlineMillis().orElse(Time.NEVER),
                requirements.budget().orElse(AcceptancePolicy.anyPrice()));
    return requirements
        .budget()
        .map(budget -> policy.withBudget(budget, requirements.preferEarliest()))
        .orElse(policy)
        .withBidStrategy(requirements.bidStrategy());
  }

  /**
   * The requirements of a retry. A bag with a bid strategy keeps it and, unless another budget is
   * given, gets the rest of its budget.
   *
   * @param paid what the bag has cost so far
   */
  static Requirements forRetry(Requirements requirements, Requirements previous, Money paid) {
    if (previous.bidStrategy().isEmpty()) {
      return requirements;
    }
    Optional<Money> remaining =
        previous.budget().map(budget -> budget.minus(paid)).filter(sum -> sum.millicredits() > 0);
    return new Requirements(
        requirements.deadlineMillis(),
        requirements.budget().or(() -> remaining),
        requirements.quoteFirst(),
        requirements.valuation(),
        requirements.preferEarliest(),
        previous.bidStrategy());
  }

  /** Checks the requirements. In the auction a bag must be a single task with a deadline. */
  static void validate(Requirements requirements, WorkOrder order) {
    if (requirements.bidStrategy().isPresent() && requirements.budget().isEmpty()) {
      throw ApiException.invalid(
          "The bag has the mechanism share but no budget.",
          "Give a budget; the bag never bids more than that.");
    }
    if (requirements.valuation().isEmpty()) {
      return;
    }
    if (order.tasks() != 1) {
      throw ApiException.invalid(
          "The bag has " + order.tasks() + " tasks; in the auction a bag must have one.",
          "Submit a bag for each task, or leave out the mechanism.");
    }
    if (requirements.deadlineMillis().isEmpty()) {
      throw ApiException.invalid(
          "The bag has no deadline; in the auction it must have one.",
          "Give a deadline, or leave out the mechanism.");
    }
    if (requirements.budget().isPresent()) {
      throw ApiException.invalid(
          "The bag has a budget of %s, which the auction does not support."
              .formatted(requirements.budget().get()),
          "Leave out the budget; the price never exceeds the valuation.");
    }
    if (requirements.quoteFirst()) {
      throw ApiException.invalid(
          "The bag requires a quote, which the auction does not support.",
          "Leave out quoteFirst, or leave out the mechanism.");
    }
  }
}
