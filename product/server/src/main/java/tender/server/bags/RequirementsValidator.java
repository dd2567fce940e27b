package tender.server.bags;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tender.bagfile.WorkOrder;
import tender.core.budget.LimitFactors;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.model.Money;
import tender.core.model.OrganisationId;
import tender.core.model.Time;
import tender.server.api.ApiException;
import tender.server.model.Requirements;
import tender.support.text.Decimal;

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
    boolean preferEarliest = requirements.preferEarliest();
    AcceptancePolicy limited =
        requirements
            .budget()
            .map(budget -> policy.withBudget(budget, preferEarliest))
            .orElse(policy);
    return requirements
        .limitFactors()
        .map(factors -> limited.withLimitFactors(factors, preferEarliest))
        .orElse(limited)
        .withBidStrategy(requirements.bidStrategy())
        .withLocalFirst(requirements.localFirst())
        .withHoldFirst(requirements.holdFirst());
  }

  /**
   * The requirements of a retry. A bag with a bid strategy keeps it and, unless another budget is
   * given, gets the rest of its budget. A bag with the local domain policy keeps it if the retry
   * has a deadline.
   *
   * @param paid what the bag has cost so far
   */
  static Requirements forRetry(Requirements requirements, Requirements previous, Money paid) {
    Optional<Money> remaining =
        previous
            .budget()
            .filter(budget -> previous.bidStrategy().isPresent())
            .map(budget -> budget.minus(paid))
            .filter(sum -> sum.millicredits() > 0);
    return new Requirements(
            requirements.deadlineMillis(),
            requirements.budget().or(() -> remaining),
            requirements.quoteFirst(),
            requirements.valuation(),
            requirements.preferEarliest(),
            previous.bidStrategy(),
            previous.localFirst() && requirements.deadlineMillis().isPresent(),
            requirements.limitFactors())
        .withKeep(previous.keepMillis())
        .withProject(requirements.project().or(previous::project))
        .withNotification(previous.notification());
  }

  /** Limits are set when offers are known; some mechanisms need them before that. */
  private static void validateFactors(Requirements requirements, LimitFactors factors) {
    Optional<String> deadlineFactor =
        factors.deadlinePermille().map(permille -> "the deadline factor " + Decimal.of(permille));
    Optional<String> budgetFactor =
        factors.budgetPermille().map(permille -> "the budget factor " + Decimal.of(permille));
    if (deadlineFactor.isPresent() && requirements.deadlineMillis().isPresent()) {
      throw ApiException.invalid(
          "The bag has %s and the deadline %s."
              .formatted(
                  deadlineFactor.get(),
                  Instant.ofEpochMilli(requirements.deadlineMillis().getAsLong())),
          "Give only one of the two.");
    }
    if (budgetFactor.isPresent() && requirements.budget().isPresent()) {
      throw ApiException.invalid(
          "The bag has %s and the budget %s."
              .formatted(budgetFactor.get(), requirements.budget().get()),
          "Give only one of the two.");
    }
    String given = deadlineFactor.or(() -> budgetFactor).orElseThrow();
    if (requirements.valuation().isPresent()) {
      throw ApiException.invalid(
          "The bag has " + given + ", which the auction does not support.",
          "Give a deadline and no budget, or leave out the mechanism.");
    }
    if (requirements.bidStrategy().isPresent()) {
      throw ApiException.invalid(
          "The bag has " + given + ", which the mechanism share does not support.",
          "Give a deadline and a budget, or leave out the mechanism.");
    }
    if (requirements.localFirst()) {
      throw ApiException.invalid(
          "The bag has " + given + ", which the domain local does not support.",
          "Give a deadline and a budget, or leave out the domain.");
    }
  }

  /** Without an organisation of the user, no provider is local. */
  static void requireOrganisation(Requirements requirements, List<OrganisationId> organisations) {
    if (requirements.localFirst() && organisations.isEmpty()) {
      throw ApiException.invalid(
          "The bag has the domain local, but you belong to no organisation.",
          "Leave out the domain, or ask the operator of the market to add you to an organisation.");
    }
  }

  /** The operator limits how long bags are kept. */
  static void requireKeepWithin(Requirements requirements, long maxMillis) {
    if (requirements.keepMillis().orElse(0) > maxMillis) {
      throw ApiException.invalid(
          "The bag is to be kept for %s after its end; this market allows at most %s."
              .formatted(
                  Duration.ofMillis(requirements.keepMillis().getAsLong()),
                  Duration.ofMillis(maxMillis)),
          "Give a shorter keep, or leave it out, and fetch the results in time.");
    }
  }

  /** Checks the requirements. In the auction a bag must have a deadline and not too many tasks. */
  static void validate(Requirements requirements, WorkOrder order) {
    requirements.limitFactors().ifPresent(factors -> validateFactors(requirements, factors));
    if (order.resources().isPresent()
        && (requirements.valuation().isPresent() || requirements.bidStrategy().isPresent())) {
      throw ApiException.invalid(
          "The bag requests resources besides processors, which the mechanism %s does not support."
              .formatted(requirements.valuation().isPresent() ? "auction" : "share"),
          "Leave out the mechanism, or the resources.");
    }
    if (requirements.bidStrategy().isPresent() && requirements.budget().isEmpty()) {
      throw ApiException.invalid(
          "The bag has the mechanism share but no budget.",
          "Give a budget; the bag never bids more than that.");
    }
    if (requirements.localFirst() && requirements.deadlineMillis().isEmpty()) {
      throw ApiException.invalid(
          "The bag has the domain local but no deadline.",
          "Give a deadline; other providers are called after half of the time to it.");
    }
    if (requirements.valuation().isEmpty()) {
      return;
    }
    if (requirements.localFirst()) {
      throw ApiException.invalid(
          "The bag has the domain local, which the auction does not support.",
          "Leave out the domain, or leave out the mechanism.");
    }
    if (order.tasks() > WorkOrder.MAX_AUCTION_TASKS) {
      throw ApiException.invalid(
          "The bag has %d tasks; in the auction a bag may have %d."
              .formatted(order.tasks(), WorkOrder.MAX_AUCTION_TASKS),
          "Divide it into several bags, or leave out the mechanism.");
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
