package tender.core.provider;

import tender.core.provider.state.ReservedPart;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import tender.core.message.Message;
import tender.core.model.Bag;
import tender.core.model.BidRange;
import tender.core.model.Cluster;
import tender.core.model.Disclosure;
import tender.core.model.Job;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.Time;
import tender.core.share.ShareAuctioneer;
import tender.core.share.DeadlineBid;

/**
 * Offers a part of a host's time: what a bag's first bid would get beside the bids that stand. It
 * holds only while nobody bids more, and is kept by bidding; so it is offered to those alone who
 * say that they will bid.
 */
final class ShareOfferService implements OfferSource {
  private final Cluster cluster;
  private final ProviderTerms terms;
  private final ShareAuctioneer auctioneer;
  private final BooleanSupplier hasRoom;

  ShareOfferService(Cluster cluster, ProviderTerms terms, ShareAuctioneer auctioneer, BooleanSupplier hasRoom) {
    this.cluster = cluster;
    this.terms = terms;
    this.auctioneer = auctioneer;
    this.hasRoom = hasRoom;
  }

  /**
   * How tasks come along that have a share.
   *
   * @param atOnce how many run at a time
   * @param roundMillis how long each takes beside the others
   */
  private record Pace(long atOnce, double roundMillis) {
    long millis(long tasks) {
      double millis = Math.ceilDiv(tasks, atOnce) * roundMillis;
      return (long) Math.min(Math.ceil(millis), Time.LIMIT_MILLIS);
    }

    long tasksWithin(long millis) {
      return (long) (Math.max(0, Math.floor(millis / roundMillis)) * atOnce);
    }
  }

  /**
   * @param share of all processors, which are more than few tasks can use
   */
  private Pace pace(long tasks, int width, long durationMillis, double share) {
    long atOnce = Math.clamp(tasks, 1, Math.max(1, cluster.processors() / width));
    double part = Math.min(1, share * cluster.processors() / (atOnce * width));
    return new Pace(atOnce, durationMillis / part);
  }

  @Override
  public Message.Offers offers(Message.Call call, int version, long nowMillis) {
    Bag bag = call.bag();
    boolean canDo =
        call.bidStrategy().isPresent() && bag.width() <= cluster.processors() && hasRoom.getAsBoolean();
    Money bid = firstBid(call, nowMillis);
    BidRange range =
        new BidRange(
            auctioneer.resource().minBidPerMinute(),
            auctioneer.resource().maxBidPerMinute(),
            bid);
    return new Message.Offers(
        call.id(),
        auctioneer.resource().id(),
        version,
        canDo ? offers(bag, bid, nowMillis) : List.of(),
        canDo ? Disclosure.ofBids(range) : Disclosure.NOTHING,
        nowMillis,
        nowMillis + terms.offerValidMillis());
  }

  private Money firstBid(Message.Call call, long nowMillis) {
    Bag bag = call.bag();
    return call.bidStrategy()
        .flatMap(Message.BidStrategy::fixedPerMinute)
        .map(auctioneer.resource()::bounded)
        .orElseGet(
            () ->
                DeadlineBid.first(
                    auctioneer.resource(),
                    seconds(cluster.durationMillis(bag.estimateMillis())),
                    seconds(leftMillis(bag, nowMillis))));
  }

  private static double seconds(long millis) {
    return millis / (double) Time.SECOND_MILLIS;
  }

  /** From when it will have been committed. */
  private long leftMillis(Bag bag, long nowMillis) {
    return bag.deadlineMillis() == Time.NEVER
        ? Time.LIMIT_MILLIS
        : bag.deadlineMillis() - nowMillis - terms.startDelayMillis();
  }

  /** What can be done by the deadline is offered by the deadline, so that it tells no more. */
  private List<Offer> offers(Bag bag, Money bid, long nowMillis) {
    long durationMillis = cluster.durationMillis(bag.estimateMillis());
    Pace pace = pace(bag.tasks(), bag.width(), durationMillis, auctioneer.shareFor(bid));
    long beginMillis = nowMillis + terms.startDelayMillis();
    long allMillis = Time.after(beginMillis, pace.millis(bag.tasks()));
    Money price = perTask(bid, pace);
    List<Offer> offers = new ArrayList<>();
    int inTime = (int) Math.min(bag.tasks(), pace.tasksWithin(leftMillis(bag, nowMillis)));
    if (inTime > 0 && bag.deadlineMillis() != Time.NEVER) {
      offers.add(offer(inTime, bag.deadlineMillis(), price));
    }
    if ((offers.isEmpty() || inTime < bag.tasks()) && allMillis < Time.LIMIT_MILLIS) {
      offers.add(offer(bag.tasks(), allMillis, price));
    }
    return offers;
  }

  private Offer offer(int tasks, long byMillis, Money price) {
    return new Offer(auctioneer.resource().id(), tasks, byMillis, price);
  }

  /** A round costs the bid for as long as it takes, rounded up. */
  private static Money perTask(Money bid, Pace pace) {
    double minutes = pace.roundMillis() / Time.MINUTE_MILLIS / pace.atOnce();
    return new Money((long) Math.ceil(bid.millicredits() * minutes));
  }

  @Override
  public int tasksOnOffer(Message.Offers answer, Message.Reserve reserve) {
    return OfferSource.tasksCompletedBy(answer.offers(), reserve.completionMillis());
  }

  /** The part as it stands while it is not done. */
  Job job(Message.Reserve reserve, Message.Call call, long submittedMillis) {
    return new Job(
        ReservationTable.jobId(reserve.id()),
        reserve.tasks(),
        call.bag().width(),
        cluster.durationMillis(call.bag().estimateMillis()),
        submittedMillis,
        Math.max(reserve.completionMillis(), call.bag().deadlineMillis()));
  }

  /**
   * When a part will end at its present share. Tasks that take longer than they were said to are
   * thought to be nearly done.
   */
  long endMillis(ReservedPart part, double share, long usedMillis, long nowMillis) {
    Job job = part.job();
    int left = part.tasks().size() - part.endedTasks().size();
    double taskMillis = (double) job.durationMillis() * job.width();
    double unused = part.tasks().size() * taskMillis - usedMillis;
    double work = Math.clamp(unused, left * taskMillis / 10, left * taskMillis);
    Pace pace = pace(left, job.width(), job.durationMillis(), share);
    double millis = work / taskMillis * pace.roundMillis() / pace.atOnce();
    return Math.min(nowMillis + (long) Math.min(millis, Time.LIMIT_MILLIS), Time.LIMIT_MILLIS);
  }
}
