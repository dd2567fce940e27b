package tender.core.provider;

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
import tender.core.share.Auctioneer;
import tender.core.share.ShareTask;
import tender.core.share.SharedResource;
import tender.core.share.UserId;

/**
 * A provider whose time is shared by all who bid for it, in proportion to their bids: an ordinary
 * host (Sulistio and Buyya; see {@link Auctioneer}). It is reserved, committed, released and asked
 * like any other. But a reservation holds no processors: its promise is what the first bid would
 * get beside the bids that stood, and is defended by {@link Message.Bid bidding}.
 *
 * <p>Nobody knows here whose a bag is, so each part of a bag is a bidder. All its tasks run when it
 * is committed, as many at a time as there are processors. Whoever drives the host says {@link
 * Event.IntervalOver} from time to time, and before the end of a task is told: then everybody is
 * charged for what was used, the bids that came meanwhile count, and shares are computed anew. What
 * is charged outlives the process as all that must.
 */
public final class SharedProvider implements ProviderRules {
  /** By less than this, and less than a tenth of what is left, an end may move without a word. */
  private static final long MOVES_MILLIS = 2 * Time.SECOND_MILLIS;

  private final Cluster cluster;
  private final Sharing sharing;
  private final Auctioneer auctioneer;
  private final ShareDesk desk;
  private final Parts parts;
  private final OpenCalls calls;
  private final Dealings dealings;

  /** Parts that are being done, and when each was last told to end. */
  private final Map<ReservationId, Long> bidders = new LinkedHashMap<>();

  private long clockMillis = -Time.LIMIT_MILLIS;

  public SharedProvider(ProviderId id, Cluster cluster, Terms terms, Sharing sharing) {
    this.cluster = cluster;
    this.sharing = sharing;
    auctioneer =
        new Auctioneer(
            new SharedResource(
                id,
                cluster.processors(),
                cluster.processors(),
                sharing.leastBidPerMinute(),
                sharing.mostBidPerMinute(),
                List.of()));
    desk = new ShareDesk(cluster, terms, auctioneer, this::hasRoom);
    parts = new Parts(terms);
    calls = new OpenCalls(desk, new Hedge(Optional.empty()), new Estimates(id, terms));
    dealings = new Dealings(terms, parts, calls, new AmongBidders());
  }

  /** A provider that takes over from one whose process has ended. */
  public static SharedProvider resume(
      ProviderId id, Cluster cluster, Terms terms, Sharing sharing, Found found, long nowMillis) {
    SharedProvider provider = new SharedProvider(id, cluster, terms, sharing);
    provider.clockMillis = nowMillis;
    for (Kept kept : found.kept()) {
      provider.parts.restore(kept, TaskSet.empty());
      kept.part().filter(HeldPart::isCommitted).ifPresent(provider::enter);
    }
    found.ended().forEach(run -> provider.end(run, nowMillis));
    provider.auctioneer.beginInterval();
    return provider;
  }

  private boolean hasRoom() {
    return bidders.size() < sharing.biddersAtMost();
  }

  private static UserId user(ReservationId id) {
    return new UserId(id.toString());
  }

  private void enter(HeldPart part) {
    UserId user = user(part.id());
    ShareAccount account = part.account().orElseGet(() -> leastBid(clockMillis));
    auctioneer.openAccount(user, account.charged());
    auctioneer.bid(user, account.bidPerMinute());
    double work = (double) part.job().durationMillis() * part.job().width() / Time.SECOND_MILLIS;
    List<ShareTask> left = new ArrayList<>();
    part.tasks().minus(part.ended()).stream().forEach(task -> left.add(new ShareTask(task, work)));
    auctioneer.submit(user, left);
    bidders.put(part.id(), Time.NEVER);
  }

  private ShareAccount leastBid(long nowMillis) {
    return ShareAccount.of(sharing.leastBidPerMinute(), nowMillis);
  }

  @Override
  public List<Effect> handle(Event event, long wallMillis) {
    clockMillis = Math.max(clockMillis, wallMillis);
    long nowMillis = clockMillis;
    List<Effect> effects = new ArrayList<>();
    dealings.expire(nowMillis, effects);
    switch (event) {
      case Event.Received(Message.ToProvider message) ->
          dealings.receive(message, nowMillis, effects);
      case Event.IntervalOver(Map<ReservationId, Long> usedMillis) ->
          share(usedMillis, nowMillis, effects);
      case Event.TasksEnded(Run run) -> end(run, nowMillis);
      case Event.QueueSeen(Sighting sighting) ->
          sighting.ended().forEach(ended -> end(ended.run(), nowMillis));
      case Event.Estimated(CallId call, long estimateMillis) ->
          calls.estimated(call, estimateMillis, nowMillis, effects);
      case Event.CannotHold(ReservationId id) -> dealings.cannotHold(id, nowMillis, effects);
      case Event.LimitReached(Run run) -> parts.lengthen(run.job(), nowMillis);
      // They are started again, and no processor was kept for them that would now be free.
      case Event.TasksStopped stopped -> {}
      // The host's own users are beside its group, not in it.
      case Event.LocalSubmitted submitted -> {}
      case Event.Woken() -> {}
    }
    parts.dueResults(nowMillis).forEach(results -> effects.add(new Effect.Send(results)));
    // Nothing is learned from them: what is promised here is kept by bidding.
    parts.takeFinished();
    leaveIfGone();
    dealings.writeDown(effects);
    effects.add(new Effect.WakeAt(parts.nextInstantMillis()));
    return effects;
  }

  /** Charges for the interval that is over, and begins the next. */
  private void share(Map<ReservationId, Long> usedMillis, long nowMillis, List<Effect> effects) {
    for (ReservationId id : bidders.keySet()) {
      charge(id, usedMillis.getOrDefault(id, -1L), nowMillis);
    }
    auctioneer.beginInterval();
    Map<ReservationId, Double> shares = new LinkedHashMap<>();
    for (ReservationId id : List.copyOf(bidders.keySet())) {
      double share = auctioneer.share(user(id));
      if (share > 0) {
        shares.put(id, share);
        expect(id, share, nowMillis, effects);
      }
    }
    effects.add(new Effect.Share(shares));
  }

  /**
   * @param usedMillis below 0 if nobody could tell; then it is charged for when somebody can
   */
  private void charge(ReservationId id, long usedMillis, long nowMillis) {
    HeldPart part = parts.part(id);
    if (part == null || usedMillis < 0) {
      return;
    }
    ShareAccount account = part.account().orElseGet(() -> leastBid(nowMillis));
    long lastedMillis = nowMillis - account.settledMillis();
    double hisMillis = auctioneer.share(user(id)) * cluster.processors() * lastedMillis;
    if (hisMillis > 0) {
      double usedOfShare = account.newlyUsedMillis(usedMillis) / hisMillis;
      auctioneer.charge(user(id), usedOfShare, lastedMillis);
    }
    parts.settle(id, account.settled(auctioneer.bill(user(id)), usedMillis, nowMillis), nowMillis);
  }

  /** Says when a part will end, if that has moved by much. */
  private void expect(ReservationId id, double share, long nowMillis, List<Effect> effects) {
    HeldPart part = parts.part(id);
    long toldMillis = bidders.getOrDefault(id, Time.NEVER);
    if (part != null) {
      long usedMillis = part.account().map(ShareAccount::usedMillis).orElse(0L);
      long endMillis = desk.endMillis(part, share, usedMillis, nowMillis);
      long bearableMillis = Math.max(MOVES_MILLIS, (endMillis - nowMillis) / 10);
      if (Math.abs(toldMillis - endMillis) > bearableMillis) {
        bidders.put(id, endMillis);
        effects.add(new Effect.Send(new Message.Expected(id, endMillis)));
      }
    }
  }

  private void end(Run run, long nowMillis) {
    for (ReservationId id : bidders.keySet()) {
      HeldPart part = parts.part(id);
      if (part != null && part.job().id().equals(run.job().id())) {
        TaskSet news = run.tasks().and(part.tasks()).minus(part.ended());
        news.stream().forEach(task -> auctioneer.ended(user(id)));
      }
    }
    parts.endedUnseen(run.job().id(), run.tasks(), 0, nowMillis);
  }

  /** Who is done, or was released, bids no more. */
  private void leaveIfGone() {
    for (ReservationId id : List.copyOf(bidders.keySet())) {
      if (parts.part(id) == null) {
        bidders.remove(id);
        auctioneer.closeAccount(user(id));
      }
    }
  }

  /** Nothing is held; whoever is committed bids from the next interval on. */
  private final class AmongBidders implements Dealings.Room {
    @Override
    public Optional<HeldPart> hold(
        Message.Reserve reserve, Message.Call call, long leaseUntilMillis, long nowMillis) {
      if (!hasRoom()) {
        return Optional.empty();
      }
      Money first =
          calls
              .answered(call.id())
              .flatMap(answer -> answer.disclosure().bids())
              .map(BidRange::first)
              .orElse(sharing.leastBidPerMinute());
      return Optional.of(
          HeldPart.reserved(
                  reserve.id(),
                  desk.job(reserve, call, leaseUntilMillis),
                  leaseUntilMillis,
                  Optional.empty())
              .with(ShareAccount.of(first, nowMillis)));
    }

    @Override
    public void committed(HeldPart part, long nowMillis) {
      enter(part);
    }

    @Override
    public void released(HeldPart part) {}

    @Override
    public void bid(Message.Bid bid, long nowMillis) {
      HeldPart part = parts.part(bid.id());
      ShareAccount account = part == null ? null : part.account().orElse(null);
      if (part == null || account == null || bid.serial() <= account.serial()) {
        return;
      }
      Money bounded = auctioneer.resource().bounded(bid.perMinute());
      parts.settle(bid.id(), account.bidding(bid.serial(), bounded), nowMillis);
      if (bidders.containsKey(bid.id())) {
        auctioneer.bid(user(bid.id()), bounded);
      }
    }
  }
}
