package tender.core.metascheduler;

import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.PartBid;
import tender.core.metascheduler.state.RunningPart;
import tender.core.metascheduler.state.PlacementState;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import tender.core.compose.Composition;
import tender.core.compose.Part;
import tender.core.ledger.PartContract;
import tender.core.message.Message;
import tender.core.model.BidRange;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.share.Broker;
import tender.core.share.FixedBidBroker;
import tender.core.share.GlobalDomainBroker;
import tender.core.share.SharedResource;
import tender.core.share.BrokerView;
import tender.core.share.ResourceUsage;

/**
 * The rules by which a bag bids for its parts where time is shared: every so often one of core's
 * {@link Broker brokers} thinks each bid over, from when the host expects the part to end and from
 * what is left of its money. What was said is said again at each review, since it may be lost.
 */
final class ShareBidding {
  /** The paper reviews every 10 minutes on the way to a deadline in 10 hours. */
  private static final long REVIEWS = 60;

  private static final long LEAST_PAUSE_MILLIS = 2 * Time.SECOND_MILLIS;
  private static final long LONGEST_PAUSE_MILLIS = 10 * Time.MINUTE_MILLIS;

  private ShareBidding() {}

  /** How long a bid stands before it is thought over. */
  private static long pauseMillis(BagBuilder bag) {
    if (bag.deadlineMillis() == Time.NEVER) {
      return LONGEST_PAUSE_MILLIS;
    }
    long hasMillis = bag.deadlineMillis() - bag.bag.submittedMillis();
    return Math.clamp(hasMillis / REVIEWS, LEAST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS);
  }

  /** What is bid for a part that is about to be committed; nothing, if that is of no use. */
  static Optional<PartBid> initialBid(BagBuilder bag, PlacementState.CollectingOffers call, ProviderId at, long nowMillis) {
    PlacementState.VersionedReply answered = call.replies().get(at);
    Optional<BidRange> range =
        answered == null ? Optional.empty() : answered.reply().disclosure().bids();
    return bag.acceptancePolicy.bidStrategy().isEmpty()
        ? Optional.empty()
        : range.map(
            bids ->
                new PartBid(
                    bids.min(), bids.max(), bids.initial(), 0, nowMillis + pauseMillis(bag)));
  }

  /**
   * What is agreed on for some tasks of a part. Where time is shared all that may be spent on it is
   * held, and no penalty is paid: the promise is the bidder's to defend.
   */
  static Optional<PartContract> contract(BagBuilder bag, PlacementState.Reserving reserving, Part part, int tasks) {
    PlacementState.CollectingOffers call = reserving.call();
    int penaltyPermille = sharesTime(call, part.provider()) ? 0 : call.penaltyPermille();
    return Accounting.contract(
        spendable(bag, reserving.composition(), part, tasks, call), penaltyPermille);
  }

  /** Beside its price, its part of what the budget leaves. Nobody bids with more than that. */
  private static Money spendable(
      BagBuilder bag, Composition composition, Part part, int tasks, PlacementState.CollectingOffers call) {
    Money price = part.price(tasks);
    Money budget = bag.acceptancePolicy.budget().orElse(price);
    if (bag.promise.isPresent()
        || bag.acceptancePolicy.bidStrategy().isEmpty()
        || !sharesTime(call, part.provider())) {
      return price;
    }
    double left = budget.millicredits() - composition.price().millicredits();
    double shared =
        composition.parts().stream()
            .filter(one -> sharesTime(call, one.provider()))
            .mapToDouble(one -> one.price().millicredits())
            .sum();
    double mine = shared == 0 ? 0 : left * price.millicredits() / shared;
    return price.plus(new Money((long) Math.floor(Math.max(0, mine))));
  }

  private static boolean sharesTime(PlacementState.CollectingOffers call, ProviderId provider) {
    PlacementState.VersionedReply answered = call.replies().get(provider);
    return answered != null && answered.reply().disclosure().bids().isPresent();
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
    PartBid said =
        bid.revised(affordable(bag, part, bid, wanted, nowMillis), nowMillis + pauseMillis(bag));
    bag.replace(part, part.with(said));
    bag.send(part.id().provider(), new Message.Bid(part.id(), said.sequence(), said.perMinute()));
    if (!said.perMinute().equals(bid.perMinute())) {
      bag.effects.add(new BagEffect.BidChanged(part.id(), bid.perMinute(), said.perMinute()));
    }
  }

  /**
   * What the broker bids. It is told of a host whose unit of work is what the part's present share
   * does in a second: so much is left as there are seconds until the end that the host expects.
   */
  private static Money wanted(BagBuilder bag, RunningPart part, PartBid bid, long nowMillis) {
    ProviderId host = part.id().provider();
    SharedResource resource =
        new SharedResource(host, 1, 1, bid.minPerMinute(), bid.maxPerMinute(), List.of());
    double leftSeconds = Math.max(0, part.expectedEndMillis() - nowMillis) / (double) Time.SECOND_MILLIS;
    TreeMap<ProviderId, ResourceUsage> standings = new TreeMap<>();
    standings.put(host, new ResourceUsage(1, bid.perMinute(), leftSeconds, part.remainingTasks().size()));
    BrokerView situation =
        new BrokerView(
            bag.bag.submittedMillis(),
            bag.deadlineMillis(),
            nowMillis,
            List.of(resource),
            List.of(),
            List.of(),
            standings);
    Broker broker =
        bag.acceptancePolicy
            .bidStrategy()
            .flatMap(Message.BidStrategy::fixedPerMinute)
            .<Broker>map(FixedBidBroker::new)
            .orElseGet(() -> new GlobalDomainBroker(GlobalDomainBroker.PartSizing.BY_SPEED));
    return broker.review(situation).bidsPerMinute().getOrDefault(host, bid.perMinute());
  }

  /** So much that what is left of the money lasts until the part should end. */
  private static Money affordable(
      BagBuilder bag, RunningPart part, PartBid bid, Money wanted, long nowMillis) {
    if (bag.acceptancePolicy.budget().isEmpty()) {
      return wanted;
    }
    boolean isAhead = bag.deadlineMillis() > nowMillis && bag.deadlineMillis() != Time.NEVER;
    long untilMillis = isAhead ? bag.deadlineMillis() : part.expectedEndMillis();
    long lastsMillis = Math.max(untilMillis - nowMillis, pauseMillis(bag));
    double rest = part.contract().map(PartContract::remaining).orElse(Money.ZERO).millicredits();
    double most = rest * Time.MINUTE_MILLIS / lastsMillis;
    return wanted.millicredits() <= most
        ? wanted
        : new Money(Math.max(bid.minPerMinute().millicredits(), (long) most));
  }
}
