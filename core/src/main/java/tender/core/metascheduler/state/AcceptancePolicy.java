package tender.core.metascheduler.state;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tender.core.budget.LimitFactors;
import tender.core.compose.Composition;
import tender.core.message.Message;
import tender.core.model.Money;
import tender.core.model.OrganisationId;
import tender.core.model.Time;

/**
 * Which compositions a user accepts without being asked. Any other composition is shown to the user
 * as a quote and waits for acceptance.
 *
 * @param deadlineMillis the requested deadline of the bag
 * @param autoAcceptUntilMillis a composition that ends by then is accepted without asking
 * @param autoAcceptPrice as long as it costs no more than this
 * @param valuation what the bag is worth to the user, if it takes part in the auction; then no
 *     provider is called before a match, and the user is never asked
 * @param budget the most that the bag should cost; the bag is then composed by cost
 * @param preferEarliest whether to choose the earliest completion within the budget instead of the
 *     lowest cost that meets the deadline
 * @param bidStrategy how to bid for parts at time-shared providers, if at all
 * @param organisations the organisations of the user when the bag was submitted
 * @param localFirst whether only providers that share an organisation with the user are called
 *     until half of the time to the deadline is over
 * @param limitFactors factors from which the deadline or the budget is set when offers are known
 * @param holdFirst whether the reserved capacity is held until the user commits to it; a quote then
 *     has the completion times of smaller bags too. Used by a market that is a provider of another
 */
public record AcceptancePolicy(
    long deadlineMillis,
    long autoAcceptUntilMillis,
    Money autoAcceptPrice,
    Optional<Money> valuation,
    Optional<Money> budget,
    boolean preferEarliest,
    Optional<Message.BidStrategy> bidStrategy,
    List<OrganisationId> organisations,
    boolean localFirst,
    Optional<LimitFactors> limitFactors,
    boolean holdFirst) {
  private static final Money ANY_PRICE = new Money(Long.MAX_VALUE);

  /** No composition ends by then. */
  private static final long ALWAYS_ASK_MILLIS = -Time.LIMIT_MILLIS;

  public AcceptancePolicy {
    organisations = List.copyOf(organisations);
    if (limitFactors.isPresent()
        && (valuation.isPresent() || bidStrategy.isPresent() || localFirst)) {
      throw new IllegalArgumentException(
          "Auction, bids and the local domain need an absolute deadline and budget, not factors.");
    }
    if (budget.isPresent() && limitFactors.flatMap(LimitFactors::budgetPermille).isPresent()) {
      throw new IllegalArgumentException(
          "The policy has a budget factor and the budget "
              + budget.get()
              + "; only one is allowed.");
    }
  }

  /** For a bag without auction, budget and bids. */
  public AcceptancePolicy(long deadlineMillis, long autoAcceptUntilMillis, Money maxPrice) {
    this(
        deadlineMillis,
        autoAcceptUntilMillis,
        maxPrice,
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty(),
        List.of(),
        false,
        Optional.empty(),
        false);
  }

  /** A copy whose fields can be changed. */
  private static final class Copy {
    private long deadlineMillis;
    private long autoAcceptUntilMillis;
    private Money autoAcceptPrice;
    private Optional<Money> valuation;
    private Optional<Money> budget;
    private boolean preferEarliest;
    private Optional<Message.BidStrategy> bidStrategy;
    private List<OrganisationId> organisations;
    private boolean localFirst;
    private Optional<LimitFactors> limitFactors;
    private boolean holdFirst;

    Copy(AcceptancePolicy policy) {
      deadlineMillis = policy.deadlineMillis;
      autoAcceptUntilMillis = policy.autoAcceptUntilMillis;
      autoAcceptPrice = policy.autoAcceptPrice;
      valuation = policy.valuation;
      budget = policy.budget;
      preferEarliest = policy.preferEarliest;
      bidStrategy = policy.bidStrategy;
      organisations = policy.organisations;
      localFirst = policy.localFirst;
      limitFactors = policy.limitFactors;
      holdFirst = policy.holdFirst;
    }

    AcceptancePolicy build() {
      return new AcceptancePolicy(
          deadlineMillis,
          autoAcceptUntilMillis,
          autoAcceptPrice,
          valuation,
          budget,
          preferEarliest,
          bidStrategy,
          organisations,
          localFirst,
          limitFactors,
          holdFirst);
    }
  }

  private AcceptancePolicy with(Consumer<Copy> change) {
    Copy copy = new Copy(this);
    change.accept(copy);
    return copy.build();
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
    return new AcceptancePolicy(deadlineMillis, ALWAYS_ASK_MILLIS, Money.ZERO);
  }

  /** Takes part in the auction and accepts a match within the deadline and the valuation. */
  public static AcceptancePolicy auctionBid(long deadlineMillis, Money valuation) {
    return acceptWithin(deadlineMillis, valuation)
        .with(copy -> copy.valuation = Optional.of(valuation));
  }

  /** A copy that bids for its parts at time-shared providers. */
  public AcceptancePolicy withBidStrategy(Optional<Message.BidStrategy> bidStrategy) {
    return with(copy -> copy.bidStrategy = bidStrategy);
  }

  /** A copy for a user of these organisations. */
  public AcceptancePolicy withOrganisations(List<OrganisationId> organisations) {
    return with(copy -> copy.organisations = organisations);
  }

  /** A copy that calls the providers of the user's own organisations first. */
  public AcceptancePolicy withLocalFirst(boolean localFirst) {
    return with(copy -> copy.localFirst = localFirst);
  }

  /** A copy whose reserved capacity is held until the user commits to it. */
  public AcceptancePolicy withHoldFirst(boolean holdFirst) {
    return with(copy -> copy.holdFirst = holdFirst);
  }

  /** A copy with a budget, so that the bag is composed by cost. */
  public AcceptancePolicy withBudget(Money budget, boolean preferEarliest) {
    return with(
        copy -> {
          copy.budget = Optional.of(budget);
          copy.preferEarliest = preferEarliest;
        });
  }

  /**
   * A copy whose deadline or budget is set from offers.
   *
   * @param preferEarliest whether to choose the earliest completion within the budget
   */
  public AcceptancePolicy withLimitFactors(LimitFactors limitFactors, boolean preferEarliest) {
    return with(
        copy -> {
          copy.limitFactors = Optional.of(limitFactors);
          copy.preferEarliest = preferEarliest;
        });
  }

  /**
   * A copy with limits in place of the factors. Unless the user is always asked, a composition
   * within the limits is accepted without asking.
   *
   * @param deadlineMillis empty to keep the deadline
   * @param budget empty to keep the budget
   */
  public AcceptancePolicy withLimits(Optional<Long> deadlineMillis, Optional<Money> budget) {
    return with(
        copy -> {
          copy.limitFactors = Optional.empty();
          copy.deadlineMillis = deadlineMillis.orElse(this.deadlineMillis);
          copy.budget = budget.or(() -> this.budget);
          if (!alwaysAsks()) {
            copy.autoAcceptUntilMillis = deadlineMillis.orElse(autoAcceptUntilMillis);
            copy.autoAcceptPrice = budget.orElse(autoAcceptPrice);
          }
        });
  }

  /** Whether every composition is shown to the user first. */
  public boolean alwaysAsks() {
    return autoAcceptUntilMillis == ALWAYS_ASK_MILLIS;
  }

  /**
   * The policy after the user has accepted a quote: the quote's completion time and price apply
   * from then on. A bag that bids keeps a larger budget for its bids.
   */
  public AcceptancePolicy afterAcceptance(long completionMillis, Money maxPrice) {
    AcceptancePolicy accepted =
        acceptWithin(completionMillis, maxPrice)
            .withBidStrategy(bidStrategy)
            .withOrganisations(organisations)
            .withLocalFirst(localFirst);
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
