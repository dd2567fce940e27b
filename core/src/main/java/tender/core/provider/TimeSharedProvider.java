package tender.core.provider;

import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.RecoveredState;
import tender.core.provider.state.ReservedPart;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ShareAccount;
import tender.core.provider.state.QueueDelta;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BidRange;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.share.ShareAuctioneer;
import tender.core.share.ShareTask;
import tender.core.share.SharedResource;
import tender.core.share.BidderId;

/**
 * A provider whose time is shared by all who bid for it, in proportion to their bids: an ordinary
 * host (Sulistio and Buyya; see {@link ShareAuctioneer}). It is reserved, committed, released and asked
 * like any other. But a reservation holds no processors: its promise is what the first bid would
 * get beside the bids that stood, and is defended by {@link Message.Bid bidding}.
 *
 * <p>Nobody knows here whose a bag is, so each part of a bag is a bidder. All its tasks run when it
 * is committed, as many at a time as there are processors. Whoever drives the host says {@link
 * Event.IntervalOver} from time to time, and before the end of a task is told: then everybody is
 * charged for what was used, the bids that came meanwhile count, and shares are computed anew. What
 * is charged outlives the process as all that must.
 */
public final class TimeSharedProvider implements ProviderStateMachine {
  /** By less than this, and less than a tenth of what is left, an end may move without a word. */
  private static final long MIN_REPORTED_CHANGE_MILLIS = 2 * Time.SECOND_MILLIS;

  private final Cluster cluster;
  private final TimeSharingTerms sharing;
  private final ShareAuctioneer auctioneer;
  private final ShareOfferService offers;
  private final ReservationTable table;
  private final OpenCalls calls;
  private final ReservationHandler reservations;

  /** Parts that are being done, and when each was last told to end. */
  private final Map<ReservationId, Long> bidders = new LinkedHashMap<>();

  private long clockMillis = -Time.LIMIT_MILLIS;

  public TimeSharedProvider(ProviderId id, Cluster cluster, ProviderTerms terms, TimeSharingTerms sharing) {
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
    offers = new ShareOfferService(cluster, terms, auctioneer, this::hasRoom);
    table = new ReservationTable(terms);
    calls = new OpenCalls(offers, new PromiseAdjuster(Optional.empty()), new CallEstimates(id, terms));
    reservations = new ReservationHandler(terms, table, calls, new ShareAllocator());
  }

  /** A provider that takes over from one whose process has ended. */
  public static TimeSharedProvider resume(
      ProviderId id, Cluster cluster, ProviderTerms terms, TimeSharingTerms sharing, RecoveredState found, long nowMillis) {
    TimeSharedProvider provider = new TimeSharedProvider(id, cluster, terms, sharing);
    provider.clockMillis = nowMillis;
    for (ReservationRecord kept : found.reservations()) {
      provider.table.restore(kept, TaskSet.empty());
      kept.part().filter(ReservedPart::isCommitted).ifPresent(provider::addBidder);
    }
    found.ended().forEach(run -> provider.end(run, nowMillis));
    provider.auctioneer.beginInterval();
    return provider;
  }

  private boolean hasRoom() {
    return bidders.size() < sharing.maxBidders();
  }

  private static BidderId user(ReservationId id) {
    return new BidderId(id.toString());
  }

  private void addBidder(ReservedPart part) {
    BidderId user = user(part.id());
    ShareAccount account = part.shareAccount().orElseGet(() -> minimumBid(clockMillis));
    auctioneer.openAccount(user, account.charged());
    auctioneer.bid(user, account.bidPerMinute());
    double work = (double) part.job().durationMillis() * part.job().width() / Time.SECOND_MILLIS;
    List<ShareTask> left = new ArrayList<>();
    part.tasks().minus(part.endedTasks()).stream().forEach(task -> left.add(new ShareTask(task, work)));
    auctioneer.submit(user, left);
    bidders.put(part.id(), Time.NEVER);
  }

  private ShareAccount minimumBid(long nowMillis) {
    return ShareAccount.of(sharing.minBidPerMinute(), nowMillis);
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
      case ProviderEvent.QueueChanged(QueueDelta sighting) ->
          sighting.ended().forEach(ended -> end(ended.run(), nowMillis));
      case ProviderEvent.EstimateReady(CallId call, long estimateMillis) ->
          calls.estimateReady(call, estimateMillis, nowMillis, effects);
      case ProviderEvent.ReservationFailed(ReservationId id) -> reservations.reservationFailed(id, nowMillis, effects);
      case ProviderEvent.TimeLimitReached(JobRun run) -> table.extendTimeLimit(run.job(), nowMillis);
      // They are started again, and no processor was kept for them that would now be free.
      case ProviderEvent.TasksInterrupted stopped -> {}
      // The host's own users are beside its group, not in it.
      case ProviderEvent.LocalJobSubmitted submitted -> {}
      case ProviderEvent.TimerFired() -> {}
    }
    table.dueResults(nowMillis).forEach(results -> effects.add(new ProviderEffect.Send(results)));
    // Nothing is learned from them: what is promised here is kept by bidding.
    table.takeFinished();
    removeEndedBidders();
    reservations.addStoreEffects(effects);
    effects.add(new ProviderEffect.SetTimer(table.nextInstantMillis()));
    return effects;
  }

  /** Charges for the interval that is over, and begins the next. */
  private void share(Map<ReservationId, Long> usedMillis, long nowMillis, List<ProviderEffect> effects) {
    for (ReservationId id : bidders.keySet()) {
      charge(id, usedMillis.getOrDefault(id, -1L), nowMillis);
    }
    auctioneer.beginInterval();
    Map<ReservationId, Double> shares = new LinkedHashMap<>();
    for (ReservationId id : List.copyOf(bidders.keySet())) {
      double share = auctioneer.share(user(id));
      if (share > 0) {
        shares.put(id, share);
        reportCompletion(id, share, nowMillis, effects);
      }
    }
    effects.add(new ProviderEffect.SetShares(shares));
  }

  /**
   * @param usedMillis below 0 if nobody could tell; then it is charged for when somebody can
   */
  private void charge(ReservationId id, long usedMillis, long nowMillis) {
    ReservedPart part = table.part(id);
    if (part == null || usedMillis < 0) {
      return;
    }
    ShareAccount account = part.shareAccount().orElseGet(() -> minimumBid(nowMillis));
    long lastedMillis = nowMillis - account.settledMillis();
    double hisMillis = auctioneer.share(user(id)) * cluster.processors() * lastedMillis;
    if (hisMillis > 0) {
      double usedOfShare = account.newlyUsedProcessorMillis(usedMillis) / hisMillis;
      auctioneer.charge(user(id), usedOfShare, lastedMillis);
    }
    table.updateShareAccount(id, account.settled(auctioneer.bill(user(id)), usedMillis, nowMillis), nowMillis);
  }

  /** Says when a part will end, if that has moved by much. */
  private void reportCompletion(ReservationId id, double share, long nowMillis, List<ProviderEffect> effects) {
    ReservedPart part = table.part(id);
    long toldMillis = bidders.getOrDefault(id, Time.NEVER);
    if (part != null) {
      long usedMillis = part.shareAccount().map(ShareAccount::usedProcessorMillis).orElse(0L);
      long endMillis = offers.endMillis(part, share, usedMillis, nowMillis);
      long bearableMillis = Math.max(MIN_REPORTED_CHANGE_MILLIS, (endMillis - nowMillis) / 10);
      if (Math.abs(toldMillis - endMillis) > bearableMillis) {
        bidders.put(id, endMillis);
        effects.add(new ProviderEffect.Send(new Message.CompletionChanged(id, endMillis)));
      }
    }
  }

  private void end(JobRun run, long nowMillis) {
    for (ReservationId id : bidders.keySet()) {
      ReservedPart part = table.part(id);
      if (part != null && part.job().id().equals(run.job().id())) {
        TaskSet news = run.tasks().intersect(part.tasks()).minus(part.endedTasks());
        news.stream().forEach(task -> auctioneer.ended(user(id)));
      }
    }
    table.endedUnobserved(run.job().id(), run.tasks(), 0, nowMillis);
  }

  /** Who is done, or was released, bids no more. */
  private void removeEndedBidders() {
    for (ReservationId id : List.copyOf(bidders.keySet())) {
      if (table.part(id) == null) {
        bidders.remove(id);
        auctioneer.closeAccount(user(id));
      }
    }
  }

  /** Nothing is held; whoever is committed bids from the next interval on. */
  private final class ShareAllocator implements ReservationHandler.PartAllocator {
    @Override
    public Optional<ReservedPart> hold(
        Message.Reserve reserve, Message.Call call, long leaseUntilMillis, long nowMillis) {
      if (!hasRoom()) {
        return Optional.empty();
      }
      Money first =
          calls
              .lastOffers(call.id())
              .flatMap(answer -> answer.disclosure().bids())
              .map(BidRange::initial)
              .orElse(sharing.minBidPerMinute());
      return Optional.of(
          ReservedPart.reserved(
                  reserve.id(),
                  offers.job(reserve, call, leaseUntilMillis),
                  leaseUntilMillis,
                  Optional.empty())
              .with(ShareAccount.of(first, nowMillis)));
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
        auctioneer.bid(user(bid.id()), bounded);
      }
    }
  }
}
