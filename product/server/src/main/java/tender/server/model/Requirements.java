package tender.server.model;

import java.util.Optional;
import java.util.OptionalLong;
import tender.bagfile.NotificationChoice;
import tender.core.budget.LimitFactors;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagEffect;
import tender.core.model.Money;
import tender.core.model.Time;

/**
 * What the user requires of a bag besides its tasks.
 *
 * @param deadlineMillis when the bag should be done; empty: as early as possible, or by its factor
 * @param budget the maximum price; empty: any price, or by its factor
 * @param quoteFirst whether to wait for the user to accept a quote in any case; else a composition
 *     that meets deadline and budget is promised without a question, and only others are quoted
 * @param valuation what the bag is worth to the user, if it bids in the auction
 * @param preferEarliest with a budget: whether to compose for the earliest end within the budget
 *     instead of the least cost that meets the deadline
 * @param bidStrategy how the bag bids at time-shared providers, if it does
 * @param localFirst whether the providers of the user's organisations are called first, and the
 *     others only after half of the time to the deadline
 * @param limitFactors factors from which the deadline or the budget is set when offers are known
 * @param keepMillis how long the bag is kept after its end; empty: as long as the market keeps bags
 * @param holdFirst whether the capacity is held until another market commits to it
 * @param project with the shared budget that pays for the bag; empty if the user pays
 * @param notification of what the user is notified; empty: as the user's channels say
 */
public record Requirements(
    OptionalLong deadlineMillis,
    Optional<Money> budget,
    boolean quoteFirst,
    Optional<Money> valuation,
    boolean preferEarliest,
    Optional<Message.BidStrategy> bidStrategy,
    boolean localFirst,
    Optional<LimitFactors> limitFactors,
    OptionalLong keepMillis,
    boolean holdFirst,
    Optional<ProjectId> project,
    Optional<NotificationChoice> notification) {

  /** Requirements of a user's bag that is kept as long as the market keeps bags. */
  public Requirements(
      OptionalLong deadlineMillis,
      Optional<Money> budget,
      boolean quoteFirst,
      Optional<Money> valuation,
      boolean preferEarliest,
      Optional<Message.BidStrategy> bidStrategy,
      boolean localFirst,
      Optional<LimitFactors> limitFactors) {
    this(
        deadlineMillis,
        budget,
        quoteFirst,
        valuation,
        preferEarliest,
        bidStrategy,
        localFirst,
        limitFactors,
        OptionalLong.empty(),
        false,
        Optional.empty(),
        Optional.empty());
  }

  /** Requirements of a bag for which providers are called immediately. */
  public Requirements(OptionalLong deadlineMillis, Optional<Money> budget, boolean quoteFirst) {
    this(
        deadlineMillis,
        budget,
        quoteFirst,
        Optional.empty(),
        false,
        Optional.empty(),
        false,
        Optional.empty());
  }

  public Requirements {
    deadlineMillis.ifPresent(millis -> Time.requireInstant(millis, "of the deadline"));
    if (budget.isPresent() && budget.get().millicredits() < 0) {
      throw new IllegalArgumentException(
          "The budget is " + budget.get() + "; it must not be negative.");
    }
    if (valuation.isPresent() && valuation.get().millicredits() < 0) {
      throw new IllegalArgumentException(
          "The valuation is " + valuation.get() + "; it must not be negative.");
    }
    if (keepMillis.isPresent() && keepMillis.getAsLong() < 1) {
      throw new IllegalArgumentException(
          "The bag is to be kept for " + keepMillis.getAsLong() + " ms; it must be at least 1 ms.");
    }
  }

  /** A copy with the limits that were set from its factors. */
  public Requirements withLimits(BagEffect.LimitsSet limits) {
    return new Requirements(
        limits.deadlineMillis().map(OptionalLong::of).orElse(deadlineMillis),
        limits.budget().or(this::budget),
        quoteFirst,
        valuation,
        preferEarliest,
        bidStrategy,
        localFirst,
        Optional.empty(),
        keepMillis,
        holdFirst,
        project,
        notification);
  }

  /** A copy for a bag of another market, whose capacity is held until it commits. */
  public Requirements withHoldFirst() {
    return new Requirements(
        deadlineMillis,
        budget,
        quoteFirst,
        valuation,
        preferEarliest,
        bidStrategy,
        localFirst,
        limitFactors,
        keepMillis,
        true,
        project,
        notification);
  }

  /** A copy that says how long the bag is kept after its end. */
  public Requirements withKeep(OptionalLong otherMillis) {
    return new Requirements(
        deadlineMillis,
        budget,
        quoteFirst,
        valuation,
        preferEarliest,
        bidStrategy,
        localFirst,
        limitFactors,
        otherMillis,
        holdFirst,
        project,
        notification);
  }

  /** A copy for a bag that a project pays. */
  public Requirements withProject(Optional<ProjectId> other) {
    return new Requirements(
        deadlineMillis,
        budget,
        quoteFirst,
        valuation,
        preferEarliest,
        bidStrategy,
        localFirst,
        limitFactors,
        keepMillis,
        holdFirst,
        other,
        notification);
  }

  /** A copy with other notifications. */
  public Requirements withNotification(Optional<NotificationChoice> other) {
    return new Requirements(
        deadlineMillis,
        budget,
        quoteFirst,
        valuation,
        preferEarliest,
        bidStrategy,
        localFirst,
        limitFactors,
        keepMillis,
        holdFirst,
        project,
        other);
  }
}
