package tender.simulator.faults.seed;

import java.util.Optional;
import tender.core.budget.LimitFactors;
import tender.core.message.Message;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.model.Bag;
import tender.core.model.Money;
import tender.core.model.Time;

/** A bag that a user submits, and what the user accepts. */
public record RandomBag(Bag bag, AcceptancePolicy policy) {
  /** Larger than the price of any bag. */
  private static final Money AMPLE_BUDGET = new Money(Time.DAY_MILLIS);

  private static final long MAX_BID = 300;
  private static final long MAX_BUDGET = 20_000;

  /** The share of bags that bid in the auction. */
  private static final double BIDDING_SHARE = 0.2;

  public static RandomBag draw(RandomChoices random, FaultScenario scenario) {
    long submittedMillis = random.between(0, scenario.faultPeriodMillis() / 2);
    boolean bids = random.chance(BIDDING_SHARE);
    Bag bag =
        new Bag(
            random.between(1, scenario.maxTasks()),
            random.between(1, 2),
            random.between(10_000, 240_000),
            submittedMillis,
            submittedMillis + random.between(120_000, 2_400_000));
    if (bids) {
      return new RandomBag(bag, AcceptancePolicy.auctionBid(bag.deadlineMillis(), AMPLE_BUDGET));
    }
    if (random.chance(scenario.factorShare())) {
      return withFactors(bag, random);
    }
    AcceptancePolicy policy = AcceptancePolicy.acceptAny(bag.deadlineMillis());
    return new RandomBag(
        bag, random.chance(scenario.shareBidShare()) ? withShareBids(policy, random) : policy);
  }

  /** Bids for a share of hosts, by the deadline or always the same. */
  private static AcceptancePolicy withShareBids(AcceptancePolicy policy, RandomChoices random) {
    Message.BidStrategy strategy =
        random.chance(0.5)
            ? Message.BidStrategy.BY_DEADLINE
            : new Message.BidStrategy(Optional.of(new Money(random.between(1, MAX_BID))));
    return policy
        .withBudget(new Money(random.between(MAX_BID, MAX_BUDGET)), random.chance(0.5))
        .withBidStrategy(Optional.of(strategy));
  }

  private static RandomBag withFactors(Bag bag, RandomChoices random) {
    LimitFactors factors =
        new LimitFactors(
            Optional.of(random.between(0, LimitFactors.MAX_PERMILLE)),
            Optional.of(random.between(0, LimitFactors.MAX_PERMILLE)));
    return new RandomBag(
        bag.withDeadline(bag.submittedMillis()),
        AcceptancePolicy.acceptAny(bag.submittedMillis()).withLimitFactors(factors, false));
  }
}
