package tender.core.metascheduler;

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
public record Mandate(
    long deadlineMillis,
    long upToMillis,
    Money atMost,
    Optional<Money> valuation,
    Optional<Money> budget,
    boolean hurry,
    Optional<Message.Bidder> bidder) {
  private static final Money ANY_PRICE = new Money(Long.MAX_VALUE);

  /** For a bag that is called for at once. */
  public Mandate(long deadlineMillis, long upToMillis, Money atMost) {
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
  public Mandate sharing(Optional<Message.Bidder> bidder) {
    return new Mandate(deadlineMillis, upToMillis, atMost, valuation, budget, hurry, bidder);
  }

  /** The best that can be had, however late and dear. */
  public static Mandate best(long deadlineMillis) {
    return new Mandate(deadlineMillis, Time.NEVER, ANY_PRICE);
  }

  /** Whatever meets the deadline and costs no more. */
  public static Mandate within(long deadlineMillis, Money atMost) {
    return new Mandate(deadlineMillis, deadlineMillis, atMost);
  }

  /** Nothing: the user wants to see first. */
  public static Mandate ask(long deadlineMillis) {
    return new Mandate(deadlineMillis, -Time.LIMIT_MILLIS, Money.ZERO);
  }

  /** A place in the auction that meets the deadline, for no more than the bag is worth. */
  public static Mandate bid(long deadlineMillis, Money valuation) {
    return new Mandate(
        deadlineMillis,
        deadlineMillis,
        valuation,
        Optional.of(valuation),
        Optional.empty(),
        false,
        Optional.empty());
  }

  /** The same for a bag that is composed by money. */
  public Mandate withBudget(Money budget, boolean hurry) {
    return new Mandate(
        deadlineMillis, upToMillis, atMost, valuation, Optional.of(budget), hurry, bidder);
  }

  /** What a user agrees to is from then on what is wanted; who bids keeps his budget to do so. */
  Mandate agreed(long byMillis, Money atMost) {
    Mandate agreed = within(byMillis, atMost).sharing(bidder);
    boolean keepsMore =
        bidder.isPresent() && budget.filter(more -> more.compareTo(atMost) > 0).isPresent();
    return budget
        .map(before -> agreed.withBudget(keepsMore ? before : atMost, hurry))
        .orElse(agreed);
  }

  /** At any price. */
  public static Money anyPrice() {
    return ANY_PRICE;
  }

  boolean covers(Composition composition) {
    return composition.completionMillis() <= upToMillis
        && composition.price().compareTo(atMost) <= 0;
  }
}
