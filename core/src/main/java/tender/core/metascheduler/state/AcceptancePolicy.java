package tender.core.metascheduler.state;

import java.util.Optional;
import tender.core.compose.Composition;
import tender.core.message.Message;
import tender.core.model.Money;
import tender.core.model.Time;

/**
 * Which compositions a user accepts without being asked. Any other composition is shown to the user
 * as a quote and waits for acceptance.
 *
 * @param deadlineMillis the requested deadline of the bag
 * @param autoAcceptUntilMillis a composition that ends by then is accepted without asking
 * @param autoAcceptPrice as long as it costs no more than this
 * @param valuation what the bag is worth to the user, if it takes part in the auction; then no
 *     provider is called previous a match, and the user is never asked
 * @param budget the most that the bag should cost; the bag is then composed by cost
 * @param preferEarliest whether to choose the earliest completion within the budget instead of the
 *     lowest cost that meets the deadline
 * @param bidStrategy how to bid for parts at time-shared providers, if at all
 */
public record AcceptancePolicy(
    long deadlineMillis,
    long autoAcceptUntilMillis,
    Money autoAcceptPrice,
    Optional<Money> valuation,
    Optional<Money> budget,
    boolean preferEarliest,
    Optional<Message.BidStrategy> bidStrategy) {
  private static final Money ANY_PRICE = new Money(Long.MAX_VALUE);

  /** For a bag without auction, budget and bids. */
  public AcceptancePolicy(long deadlineMillis, long autoAcceptUntilMillis, Money maxPrice) {
    this(
        deadlineMillis,
        autoAcceptUntilMillis,
        maxPrice,
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty());
  }

  /** A copy that bids for its parts at time-shared providers. */
  public AcceptancePolicy withBidStrategy(Optional<Message.BidStrategy> bidStrategy) {
    return new AcceptancePolicy(
        deadlineMillis,
        autoAcceptUntilMillis,
        autoAcceptPrice,
        valuation,
        budget,
        preferEarliest,
        bidStrategy);
  }

  /** Accepts the best composition, however late and expensive. */
  public static AcceptancePolicy acceptAny(long deadlineMillis) {
    return new AcceptancePolicy(deadlineMillis, Time.NEVER, ANY_PRICE);
  }

  /** Accepts any composition that meets the deadline and costs no more than the price. */
  public static AcceptancePolicy acceptWithin(long deadlineMillis, Money maxPrice) {
    return new AcceptancePolicy(deadlineMillis, deadlineMillis, maxPrice);
  }

  /** Accepts nothing without asking the user. */
  public static AcceptancePolicy alwaysAsk(long deadlineMillis) {
    return new AcceptancePolicy(deadlineMillis, -Time.LIMIT_MILLIS, Money.ZERO);
  }

  /** Takes part in the auction and accepts a match within the deadline and the valuation. */
  public static AcceptancePolicy auctionBid(long deadlineMillis, Money valuation) {
    return new AcceptancePolicy(
        deadlineMillis,
        deadlineMillis,
        valuation,
        Optional.of(valuation),
        Optional.empty(),
        false,
        Optional.empty());
  }

  /** A copy with a budget, so that the bag is composed by cost. */
  public AcceptancePolicy withBudget(Money budget, boolean preferEarliest) {
    return new AcceptancePolicy(
        deadlineMillis,
        autoAcceptUntilMillis,
        autoAcceptPrice,
        valuation,
        Optional.of(budget),
        preferEarliest,
        bidStrategy);
  }

  /**
   * The policy after the user has accepted a quote: the quote's completion time and price apply
   * from then on. A bag that bids keeps a larger budget for its bids.
   */
  public AcceptancePolicy afterAcceptance(long completionMillis, Money maxPrice) {
    AcceptancePolicy accepted =
        acceptWithin(completionMillis, maxPrice).withBidStrategy(bidStrategy);
    boolean keepsBudget =
        bidStrategy.isPresent()
            && budget.filter(larger -> larger.compareTo(maxPrice) > 0).isPresent();
    return budget
        .map(previous -> accepted.withBudget(keepsBudget ? previous : maxPrice, preferEarliest))
        .orElse(accepted);
  }

  /** A price limit that every composition meets. */
  public static Money anyPrice() {
    return ANY_PRICE;
  }

  public boolean accepts(Composition composition) {
    return composition.completionMillis() <= autoAcceptUntilMillis
        && composition.price().compareTo(autoAcceptPrice) <= 0;
  }
}
