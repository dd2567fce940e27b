package tender.core.provider;

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
import tender.core.provider.state.ReservedPart;
import tender.core.resource.Misfit;
import tender.core.share.DeadlineBid;
import tender.core.share.ShareAuctioneer;

/**
 * Makes offers of a time-shared provider: what a bag's initial bid would get besides the current
 * bids. Such an offer is kept only by bidding, so it is made only to bags that bid. The price
 * includes the surcharge for users of other organisations.
 */
record ShareOfferService(
    Cluster cluster,
    ProviderTerms terms,
    TimeSharingTerms sharing,
    ShareAuctioneer auctioneer,
    BooleanSupplier hasCapacity,
    TransferTimes transferTimes)
    implements OfferSource {
  /**
   * How fast the tasks of a part with a share progress.
   *
   * @param concurrentTasks how many run at a time
   * @param roundMillis how long each takes next to the others
   */
  private record Pace(long concurrentTasks, double roundMillis) {
    long millis(long tasks) {
      double millis = Math.ceilDiv(tasks, concurrentTasks) * roundMillis;
      return (long) Math.min(Math.ceil(millis), Time.LIMIT_MILLIS);
    }

    long tasksWithin(long millis) {
      return (long) (Math.max(0, Math.floor(millis / roundMillis)) * concurrentTasks);
    }
  }

  /**
   * @param share of all processors; a few tasks cannot use all of it
   */
  private Pace pace(long tasks, int width, long durationMillis, double share) {
    long concurrentTasks = Math.clamp(tasks, 1, Math.max(1, cluster.processors() / width));
    double part = Math.min(1, share * cluster.processors() / (concurrentTasks * width));
    return new Pace(concurrentTasks, durationMillis / part);
  }

  @Override
  public Message.Offers offers(Message.Call call, int version, long nowMillis) {
    Bag bag = call.bag();
    boolean canDo =
        call.bidStrategy().isPresent()
            && bag.width() <= cluster.processors()
            && bag.request().isEmpty()
            && hasCapacity.getAsBoolean();
    Money bid = initialBid(call, nowMillis);
    int surchargePercent = call.foreign() ? sharing.surchargePercent() : 0;
    BidRange range =
        new BidRange(sharing.minBidPerMinute(), sharing.maxBidPerMinute(), bid, surchargePercent);
    return new Message.Offers(
        call.id(),
        auctioneer.resource().id(),
        version,
        canDo ? offers(call, range, nowMillis) : List.of(),
        canDo
            ? Disclosure.ofBids(range)
            : Disclosure.NOTHING.withMisfit(
                bag.request().map(request -> new Misfit.NodesNotManaged())),
        nowMillis,
        nowMillis + terms.offerValidMillis());
  }

  private Money initialBid(Message.Call call, long nowMillis) {
    Bag bag = call.bag();
    return call.bidStrategy()
        .flatMap(Message.BidStrategy::fixedPerMinute)
        .map(auctioneer.resource()::bounded)
        .orElseGet(
            () ->
                DeadlineBid.first(
                    auctioneer.resource(),
                    seconds(cluster.durationMillis(bag.estimateMillis())),
                    seconds(remainingMillis(call, nowMillis))));
  }

  private static double seconds(long millis) {
    return millis / (double) Time.SECOND_MILLIS;
  }

  /** The time left from the expected start until all tasks must have ended. */
  private long remainingMillis(Message.Call call, long nowMillis) {
    return call.bag().deadlineMillis() == Time.NEVER
        ? Time.LIMIT_MILLIS
        : call.bag().deadlineMillis() - deliveryMillis(call) - beginMillis(call, nowMillis);
  }

  private long beginMillis(Message.Call call, long nowMillis) {
    return transferTimes.stagedMillis(call.id().bag(), nowMillis + terms.startDelayMillis());
  }

  private long deliveryMillis(Message.Call call) {
    return transferTimes.deliveryMillis(call.id().bag(), call.bag(), call.bag().tasks());
  }

  /**
   * Tasks that meet the deadline are offered for the deadline, which discloses less of the load.
   */
  private List<Offer> offers(Message.Call call, BidRange bids, long nowMillis) {
    Bag bag = call.bag();
    long durationMillis = cluster.durationMillis(bag.estimateMillis());
    Pace pace = pace(bag.tasks(), bag.width(), durationMillis, auctioneer.shareFor(bids.initial()));
    long allMillis = beginMillis(call, nowMillis) + pace.millis(bag.tasks()) + deliveryMillis(call);
    Money price = perTask(bids.initial(), pace).withSurcharge(bids.surchargePercent());
    List<Offer> offers = new ArrayList<>();
    int inTime = (int) Math.min(bag.tasks(), pace.tasksWithin(remainingMillis(call, nowMillis)));
    if (inTime > 0 && bag.deadlineMillis() != Time.NEVER) {
      offers.add(offer(inTime, bag.deadlineMillis(), price));
    }
    if ((offers.isEmpty() || inTime < bag.tasks()) && allMillis < Time.LIMIT_MILLIS) {
      offers.add(offer(bag.tasks(), allMillis, price));
    }
    return offers;
  }

  private Offer offer(int tasks, long completionMillis, Money price) {
    return new Offer(auctioneer.resource().id(), tasks, completionMillis, price);
  }

  /** The cost of one task: the bid for a round, divided by the tasks in it, rounded up. */
  private static Money perTask(Money bid, Pace pace) {
    double minutes = pace.roundMillis() / Time.MINUTE_MILLIS / pace.concurrentTasks();
    return new Money((long) Math.ceil(bid.millicredits() * minutes));
  }

  @Override
  public int tasksOnOffer(Message.Offers answer, Message.Reserve reserve) {
    return OfferSource.tasksOfferedFor(answer.offers(), reserve.completionMillis());
  }

  /**
   * When a part will end at its current share. Tasks that exceed their estimate are assumed to be
   * nearly done.
   */
  long endMillis(ReservedPart part, double share, long usedMillis, long nowMillis) {
    Job job = part.job();
    int left = part.tasks().size() - part.endedTasks().size();
    double taskMillis = (double) job.durationMillis() * job.width();
    double unused = part.tasks().size() * taskMillis - usedMillis;
    double work = Math.clamp(unused, left * taskMillis / 10, left * taskMillis);
    Pace pace = pace(left, job.width(), job.durationMillis(), share);
    double millis = work / taskMillis * pace.roundMillis() / pace.concurrentTasks();
    return Math.min(nowMillis + (long) Math.min(millis, Time.LIMIT_MILLIS), Time.LIMIT_MILLIS);
  }
}
