package tender.core.metascheduler.state;

import java.util.Optional;
import tender.core.compose.Composition;
import tender.core.message.Message;
import tender.core.model.Money;
import tender.core.model.Time;

/**
 * What a user lets be reserved without being asked. A composition beyond it is a counter-offer, and
 * waits for the user's word.
 *
 * @param deadlineMillis by when the bag is wanted
 * @param upToMillis a composition that ends by then needs no question
 * @param atMost nor does one that costs no more
 * @param valuation what the bag is worth to the user, if it bids in the auction; then nobody is
 *     called before it is matched, and the user is never asked
 * @param budget what the bag should cost at most; then it is composed by money
 * @param hurry whether the earliest end within the budget is wanted, in place of the least cost
 *     that makes the deadline
 * @param bidder how it bids for its parts where time is shared, if it does
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

  /** For a bag that is called for at once. */
  public AcceptancePolicy(long deadlineMillis, long upToMillis, Money atMost) {
    this(
        deadlineMillis,
        upToMillis,
        atMost,
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty());
  }

  /** The same, for a bag that bids for its parts where time is shared. */
  public AcceptancePolicy withBidStrategy(Optional<Message.BidStrategy> bidder) {
    return new AcceptancePolicy(deadlineMillis, autoAcceptUntilMillis, autoAcceptPrice, valuation, budget, preferEarliest, bidder);
  }

  /** The best that can be had, however late and dear. */
  public static AcceptancePolicy acceptAny(long deadlineMillis) {
    return new AcceptancePolicy(deadlineMillis, Time.NEVER, ANY_PRICE);
  }

  /** Whatever meets the deadline and costs no more. */
  public static AcceptancePolicy acceptWithin(long deadlineMillis, Money atMost) {
    return new AcceptancePolicy(deadlineMillis, deadlineMillis, atMost);
  }

  /** Nothing: the user wants to see first. */
  public static AcceptancePolicy alwaysAsk(long deadlineMillis) {
    return new AcceptancePolicy(deadlineMillis, -Time.LIMIT_MILLIS, Money.ZERO);
  }

  /** A place in the auction that meets the deadline, for no more than the bag is worth. */
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

  /** The same for a bag that is composed by money. */
  public AcceptancePolicy withBudget(Money budget, boolean hurry) {
    return new AcceptancePolicy(
        deadlineMillis, autoAcceptUntilMillis, autoAcceptPrice, valuation, Optional.of(budget), hurry, bidStrategy);
  }

  /** What a user agrees to is from then on what is wanted; who bids keeps his budget to do so. */
  public AcceptancePolicy afterAcceptance(long byMillis, Money atMost) {
    AcceptancePolicy agreed = acceptWithin(byMillis, atMost).withBidStrategy(bidStrategy);
    boolean keepsMore =
        bidStrategy.isPresent() && budget.filter(more -> more.compareTo(atMost) > 0).isPresent();
    return budget
        .map(before -> agreed.withBudget(keepsMore ? before : atMost, preferEarliest))
        .orElse(agreed);
  }

  /** At any price. */
  public static Money anyPrice() {
    return ANY_PRICE;
  }

  public boolean accepts(Composition composition) {
    return composition.completionMillis() <= autoAcceptUntilMillis
        && composition.price().compareTo(autoAcceptPrice) <= 0;
  }
}
