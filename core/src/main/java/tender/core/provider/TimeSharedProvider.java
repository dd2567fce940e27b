package tender.core.provider;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.estimate.TransferTime;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.QueueDelta;
import tender.core.provider.state.RecoveredState;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.ReservedPart;
import tender.core.provider.state.ShareAccount;
import tender.core.share.BidderId;
import tender.core.share.ShareAuctioneer;
import tender.core.share.ShareTask;
import tender.core.share.SharedResource;

/**
 * The state machine of a time-shared provider: an ordinary host whose time is divided among all
 * bidders in proportion to their bids (Sulistio and Buyya; see {@link ShareAuctioneer}). It handles
 * reservations like any other provider, but a reservation holds no processors: its promise is what
 * the initial bid would get besides the current bids, and is kept by {@link Message.Bid bidding}.
 *
 * <p>The provider does not know the owner of a bag, so each part is a bidder of its own. All its
 * tasks run when it is committed, as many at a time as there are processors. The driver sends
 * {@link ProviderEvent.ShareIntervalEnded} regularly, and before it reports the end of a task: then
 * all bidders are charged for their usage, new bids take effect, and the shares are computed again.
 * Charges are stored like everything that must survive a restart.
 */
public final class TimeSharedProvider implements ProviderStateMachine {
  /**
   * Smaller changes of an expected end, or less than a tenth of the time left, are not reported.
   */
  private static final long MIN_REPORTED_CHANGE_MILLIS = 2 * Time.SECOND_MILLIS;

  private final Cluster cluster;
  private final TimeSharingTerms sharing;
  private final ShareAuctioneer auctioneer;
  private final ShareOfferService offers;
  private final ReservationTable table;
  private final TransferTimes transferTimes;
  private final OpenCalls calls;
  private final ReservationHandler reservations;

  /** The committed parts, and the expected end that was last reported for each. */
  private final Map<ReservationId, Long> bidders = new LinkedHashMap<>();

  private long clockMillis = -Time.LIMIT_MILLIS;

  public TimeSharedProvider(
      ProviderId id, Cluster cluster, ProviderTerms terms, TimeSharingTerms sharing) {
    this.cluster = cluster;
    this.sharing = sharing;
    auctioneer =
        new ShareAuctioneer(
            new SharedResource(
                id,
                cluster.processors(),
                cluster.processors(),
                sharing.minBidPerMinute(),
                sharing.maxBidPerMinute(),
                List.of()));
    table = new ReservationTable(terms);
    transferTimes = new TransferTimes(cluster, table);
    offers =
        new ShareOfferService(
            cluster, terms, sharing, auctioneer, this::hasCapacity, transferTimes);
    calls = new OpenCalls(offers, PromiseAdjuster.withoutSlack(), new CallEstimates(id, terms));
    reservations = new ReservationHandler(terms, table, calls, new ShareAllocator());
  }

  /** Restarts a provider whose process has ended. */
  public static TimeSharedProvider resume(
      ProviderId id,
      Cluster cluster,
      ProviderTerms terms,
      TimeSharingTerms sharing,
      RecoveredState recovered,
      long nowMillis) {
    TimeSharedProvider provider = new TimeSharedProvider(id, cluster, terms, sharing);
    provider.clockMillis = nowMillis;
    for (ReservationRecord reservation : recovered.reservations()) {
      provider.table.restore(reservation, TaskSet.empty());
      reservation.part().filter(ReservedPart::isCommitted).ifPresent(provider::addBidder);
    }
    recovered.ended().forEach(run -> provider.end(run, nowMillis));
    provider.auctioneer.beginInterval();
    return provider;
  }

  private boolean hasCapacity() {
    return bidders.size() < sharing.maxBidders();
  }

  private static BidderId bidder(ReservationId id) {
    return new BidderId(id.toString());
  }

  private void addBidder(ReservedPart part) {
    BidderId bidder = bidder(part.id());
    ShareAccount account = part.shareAccount().orElseGet(() -> minimumBid(clockMillis));
    auctioneer.openAccount(bidder, account.charged());
    auctioneer.bid(bidder, account.bidPerMinute());
    double work = (double) part.job().durationMillis() * part.job().width() / Time.SECOND_MILLIS;
    List<ShareTask> left = new ArrayList<>();
    part.tasks().minus(part.endedTasks()).stream()
        .forEach(task -> left.add(new ShareTask(task, work)));
    auctioneer.submit(bidder, left);
    bidders.put(part.id(), Time.NEVER);
  }

  private ShareAccount minimumBid(long nowMillis) {
    return ShareAccount.of(sharing.minBidPerMinute(), 0, nowMillis);
  }

  @Override
  public List<ProviderEffect> handle(ProviderEvent event, long wallMillis) {
    clockMillis = Math.max(clockMillis, wallMillis);
    long nowMillis = clockMillis;
    List<ProviderEffect> effects = new ArrayList<>();
    reservations.expire(nowMillis, effects);
    switch (event) {
      case ProviderEvent.MessageReceived(Message.ToProvider message) ->
          reservations.receive(message, nowMillis, effects);
      case ProviderEvent.ShareIntervalEnded(Map<ReservationId, Long> usedMillis) ->
          share(usedMillis, nowMillis, effects);
      case ProviderEvent.TasksEnded(JobRun run) -> end(run, nowMillis);
      case ProviderEvent.QueueChanged(QueueDelta delta) ->
          delta.ended().forEach(ended -> end(ended.run(), nowMillis));
      case ProviderEvent.EstimateReady(CallId call, long estimateMillis) ->
          calls.estimateReady(call, estimateMillis, nowMillis, effects);
      case ProviderEvent.PartDropped part -> reservations.drop(part, nowMillis, effects);
      case ProviderEvent.ReservationForgotten(ReservationId id) ->
          reservations.forget(id, nowMillis, effects);
      case ProviderEvent.ReservationFailed(ReservationId id) ->
          reservations.reservationFailed(id, nowMillis, effects);
      case ProviderEvent.TimeLimitReached(JobRun run) ->
          table.extendTimeLimit(run.job(), nowMillis);
      case ProviderEvent.TransferExpected(BagId bag, TransferTime time) ->
          transferTimes.expect(bag, time);
      // The processor time is measured at the end of each interval.
      case ProviderEvent.UsageMeasured measured -> {}
      // Shares depend on bids, not on estimates.
      case ProviderEvent.EstimateImproved improved -> {}
      // The tasks are started again, and no processors were held for them that would be free now.
      case ProviderEvent.TasksInterrupted interrupted -> {}
      // Jobs of local users run outside of the control group whose time is shared.
      case ProviderEvent.LocalJobSubmitted submitted -> {}
      case ProviderEvent.LocalLoadObserved observed -> {}
      case ProviderEvent.TimerFired() -> {}
    }
    table.dueResults(nowMillis).forEach(results -> effects.add(new ProviderEffect.Send(results)));
    // Nothing is learned from finished parts, because promises are kept by bidding.
    table.takeFinished();
    removeEndedBidders();
    reservations.addStoreEffects(effects);
    effects.add(new ProviderEffect.SetTimer(table.nextTimerMillis()));
    return effects;
  }

  /** Charges for the interval that has ended, and begins the next one. */
  private void share(
      Map<ReservationId, Long> usedMillis, long nowMillis, List<ProviderEffect> effects) {
    for (ReservationId id : bidders.keySet()) {
      charge(id, usedMillis.getOrDefault(id, -1L), nowMillis);
    }
    auctioneer.beginInterval();
    Map<ReservationId, Double> shares = new LinkedHashMap<>();
    for (ReservationId id : List.copyOf(bidders.keySet())) {
      double share = auctioneer.share(bidder(id));
      if (share > 0) {
        shares.put(id, share);
        reportCompletion(id, share, nowMillis, effects);
      }
    }
    effects.add(new ProviderEffect.SetShares(shares));
  }

  /**
   * @param usedMillis below 0 if the usage is unknown; it is then charged in a later interval
   */
  private void charge(ReservationId id, long usedMillis, long nowMillis) {
    ReservedPart part = table.part(id);
    if (part == null || usedMillis < 0) {
      return;
    }
    ShareAccount account = part.shareAccount().orElseGet(() -> minimumBid(nowMillis));
    long intervalMillis = nowMillis - account.settledMillis();
    double shareMillis = auctioneer.share(bidder(id)) * cluster.processors() * intervalMillis;
    if (shareMillis > 0) {
      double usedOfShare = account.newlyUsedProcessorMillis(usedMillis) / shareMillis;
      auctioneer.charge(bidder(id), usedOfShare, intervalMillis);
    }
    table.updateShareAccount(
        id, account.settled(auctioneer.bill(bidder(id)), usedMillis, nowMillis), nowMillis);
  }

  /** Reports when a part will end, if that has changed by enough. */
  private void reportCompletion(
      ReservationId id, double share, long nowMillis, List<ProviderEffect> effects) {
    ReservedPart part = table.part(id);
    long reportedMillis = bidders.getOrDefault(id, Time.NEVER);
    if (part != null) {
      long usedMillis = part.shareAccount().map(ShareAccount::usedProcessorMillis).orElse(0L);
      long endMillis = offers.endMillis(part, share, usedMillis, nowMillis);
      long toleranceMillis = Math.max(MIN_REPORTED_CHANGE_MILLIS, (endMillis - nowMillis) / 10);
      if (Math.abs(reportedMillis - endMillis) > toleranceMillis) {
        bidders.put(id, endMillis);
        effects.add(new ProviderEffect.Send(new Message.CompletionChanged(id, endMillis)));
      }
    }
  }

  private void end(JobRun run, long nowMillis) {
    for (ReservationId id : bidders.keySet()) {
      ReservedPart part = table.part(id);
      if (part != null && part.job().id().equals(run.job().id())) {
        TaskSet newlyEnded = run.tasks().intersect(part.tasks()).minus(part.endedTasks());
        newlyEnded.stream().forEach(task -> auctioneer.ended(bidder(id)));
      }
    }
    table.endedUnobserved(run.job().id(), run.tasks(), 0, nowMillis);
  }

  /** Removes the bidders whose parts are done or released. */
  private void removeEndedBidders() {
    for (ReservationId id : List.copyOf(bidders.keySet())) {
      if (table.part(id) == null) {
        bidders.remove(id);
        auctioneer.closeAccount(bidder(id));
      }
    }
  }

  /** Holds no capacity; a committed part bids from the next interval on. */
  private final class ShareAllocator implements ReservationHandler.PartAllocator {
    @Override
    public Optional<ReservedPart> hold(
        Message.Reserve reserve, Message.Call call, long leaseExpiresMillis, long nowMillis) {
      if (!hasCapacity()) {
        return Optional.empty();
      }
      ShareAccount account =
          calls
              .lastOffers(call.id())
              .flatMap(answer -> answer.disclosure().bids())
              .map(bids -> ShareAccount.of(bids.initial(), bids.surchargePercent(), nowMillis))
              .orElseGet(() -> minimumBid(nowMillis));
      return Optional.of(
          ReservedPart.reserved(
                  reserve.id(),
                  OfferSource.job(
                      reserve,
                      call,
                      cluster,
                      transferTimes.stagedMillis(call.id().bag(), leaseExpiresMillis)),
                  leaseExpiresMillis,
                  Optional.empty())
              .withShareAccount(account));
    }

    @Override
    public void committed(ReservedPart part, long nowMillis) {
      addBidder(part);
    }

    @Override
    public void released(ReservedPart part) {}

    @Override
    public void bid(Message.Bid bid, long nowMillis) {
      ReservedPart part = table.part(bid.id());
      ShareAccount account = part == null ? null : part.shareAccount().orElse(null);
      if (part == null || account == null || bid.sequence() <= account.bidSequence()) {
        return;
      }
      Money bounded = auctioneer.resource().bounded(bid.perMinute());
      table.updateShareAccount(bid.id(), account.withBid(bid.sequence(), bounded), nowMillis);
      if (bidders.containsKey(bid.id())) {
        auctioneer.bid(bidder(bid.id()), bounded);
      }
    }
  }
}
