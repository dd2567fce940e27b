package tender.core.metascheduler;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import tender.core.compose.Composition;
import tender.core.compose.Part;
import tender.core.ledger.PartContract;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.PartBid;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.BidRange;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.share.Broker;
import tender.core.share.BrokerView;
import tender.core.share.FixedBidBroker;
import tender.core.share.GlobalDomainBroker;
import tender.core.share.ResourceUsage;
import tender.core.share.SharedResource;

/**
 * The rules by which a bag bids for its parts at time-shared providers. One of core's {@link Broker
 * brokers} reviews each bid regularly, based on when the provider expects the part to end and on
 * the money that is left. Each review sends the bid again, because a message may have been lost.
 */
final class ShareBidding {
  /** The paper reviews every 10 minutes for a deadline in 10 hours. */
  private static final long REVIEWS = 60;

  private static final long MIN_INTERVAL_MILLIS = 2 * Time.SECOND_MILLIS;
  private static final long MAX_INTERVAL_MILLIS = 10 * Time.MINUTE_MILLIS;

  private ShareBidding() {}

  /** The time between two reviews of a bid. */
  static long reviewIntervalMillis(BagBuilder bag) {
    if (bag.deadlineMillis() == Time.NEVER) {
      return MAX_INTERVAL_MILLIS;
    }
    long totalMillis = bag.deadlineMillis() - bag.bag.submittedMillis();
    return Math.clamp(totalMillis / REVIEWS, MIN_INTERVAL_MILLIS, MAX_INTERVAL_MILLIS);
  }

  /** The initial bid for a part that is about to be committed; empty if the provider takes none. */
  static Optional<PartBid> initialBid(
      BagBuilder bag, PlacementState.CollectingOffers call, ProviderId provider, long nowMillis) {
    PlacementState.VersionedReply reply = call.replies().get(provider);
    Optional<BidRange> range = reply == null ? Optional.empty() : reply.reply().disclosure().bids();
    return bag.acceptancePolicy.bidStrategy().isEmpty()
        ? Optional.empty()
        : range.map(
            bids ->
                new PartBid(
                    bids.min(),
                    bids.max(),
                    bids.initial(),
                    0,
                    nowMillis + reviewIntervalMillis(bag),
                    bids.surchargePercent()));
  }

  /**
   * The contract for some tasks of a part. At a time-shared provider everything that may be spent
   * on the part is held, and there is no penalty: the metascheduler must bid to keep the promise.
   */
  static Optional<PartContract> contract(
      BagBuilder bag, PlacementState.Reserving reserving, Part part, int tasks) {
    PlacementState.CollectingOffers call = reserving.call();
    int penaltyPermille = isTimeShared(call, part.provider()) ? 0 : call.penaltyPermille();
    return Accounting.contract(
        spendable(bag, reserving.composition(), part, tasks, call), penaltyPermille);
  }

  /** The price, plus the part's share of the unused budget; bids never exceed that. */
  private static Money spendable(
      BagBuilder bag,
      Composition composition,
      Part part,
      int tasks,
      PlacementState.CollectingOffers call) {
    Money price = part.price(tasks);
    Money budget = bag.acceptancePolicy.budget().orElse(price);
    if (bag.promise.isPresent()
        || bag.acceptancePolicy.bidStrategy().isEmpty()
        || !isTimeShared(call, part.provider())) {
      return price;
    }
    double unusedBudget = budget.millicredits() - composition.price().millicredits();
    double sharedPrice =
        composition.parts().stream()
            .filter(other -> isTimeShared(call, other.provider()))
            .mapToDouble(other -> other.price().millicredits())
            .sum();
    double extra = sharedPrice == 0 ? 0 : unusedBudget * price.millicredits() / sharedPrice;
    return price.plus(new Money((long) Math.floor(Math.max(0, extra))));
  }

  private static boolean isTimeShared(PlacementState.CollectingOffers call, ProviderId provider) {
    PlacementState.VersionedReply reply = call.replies().get(provider);
    return reply != null && reply.reply().disclosure().bids().isPresent();
  }

  static void onTimer(BagBuilder bag, long nowMillis) {
    for (RunningPart part : List.copyOf(bag.parts)) {
      PartBid bid = part.bid().orElse(null);
      if (bid != null && part.fault().isEmpty() && bid.nextReviewMillis() <= nowMillis) {
        review(bag, part, bid, nowMillis);
      }
    }
  }

  private static void review(BagBuilder bag, RunningPart part, PartBid bid, long nowMillis) {
    Money wanted = wanted(bag, part, bid, nowMillis);
    PartBid revised =
        bid.revised(
            affordable(bag, part, bid, wanted, nowMillis), nowMillis + reviewIntervalMillis(bag));
    bag.replace(part, part.withBid(revised));
    bag.send(
        part.id().provider(), new Message.Bid(part.id(), revised.sequence(), revised.perMinute()));
    if (!revised.perMinute().equals(bid.perMinute())) {
      bag.effects.add(new BagEffect.BidChanged(part.id(), bid.perMinute(), revised.perMinute()));
    }
  }

  /**
   * The broker's bid. The broker sees a resource whose unit of work is what the part's current
   * share does in one second, so the remaining work is the number of seconds until the expected
   * end.
   */
  private static Money wanted(BagBuilder bag, RunningPart part, PartBid bid, long nowMillis) {
    ProviderId host = part.id().provider();
    SharedResource resource =
        new SharedResource(host, 1, 1, bid.minPerMinute(), bid.maxPerMinute(), List.of());
    double remainingSeconds =
        Math.max(0, part.expectedEndMillis() - nowMillis) / (double) Time.SECOND_MILLIS;
    TreeMap<ProviderId, ResourceUsage> usage = new TreeMap<>();
    usage.put(
        host,
        new ResourceUsage(1, bid.perMinute(), remainingSeconds, part.remainingTasks().size()));
    BrokerView view =
        new BrokerView(
            bag.bag.submittedMillis(),
            bag.deadlineMillis(),
            nowMillis,
            List.of(resource),
            List.of(),
            List.of(),
            usage);
    Broker broker =
        bag.acceptancePolicy
            .bidStrategy()
            .flatMap(Message.BidStrategy::fixedPerMinute)
            .<Broker>map(FixedBidBroker::new)
            .orElseGet(() -> new GlobalDomainBroker(GlobalDomainBroker.PartSizing.BY_SPEED));
    return broker.review(view).bidsPerMinute().getOrDefault(host, bid.perMinute());
  }

  /**
   * Limits the bid so that the remaining money lasts until the expected end of the part. A
   * surcharge is paid on top of the bid.
   */
  private static Money affordable(
      BagBuilder bag, RunningPart part, PartBid bid, Money wanted, long nowMillis) {
    if (bag.acceptancePolicy.budget().isEmpty()) {
      return wanted;
    }
    boolean isDeadlineAhead =
        bag.deadlineMillis() > nowMillis && bag.deadlineMillis() != Time.NEVER;
    long untilMillis = isDeadlineAhead ? bag.deadlineMillis() : part.expectedEndMillis();
    long lastsMillis = Math.max(untilMillis - nowMillis, reviewIntervalMillis(bag));
    double remaining = part.contract().map(PartContract::unspent).orElse(Money.ZERO).millicredits();
    double maxCharge = remaining * Time.MINUTE_MILLIS / lastsMillis;
    double maxPerMinute = maxCharge * 100 / (100 + bid.surchargePercent());
    return wanted.millicredits() <= maxPerMinute
        ? wanted
        : new Money(Math.max(bid.minPerMinute().millicredits(), (long) maxPerMinute));
  }
}
