package tender.server.rest.json;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.core.ledger.Transfer;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.Breach;
import tender.core.model.ProviderId;
import tender.server.api.view.Explanation;
import tender.support.http.ResponseJson;

/**
 * Something that happened to a bag, as JSON. What does not fit what happened is null.
 *
 * @param from when a part was expected to end before it moved
 * @param by when it, or the whole bag, will or should be done
 */
record HistoryEventJson(
    Instant at,
    String what,
    List<String> providers,
    @Nullable Instant from,
    @Nullable Instant by,
    @Nullable String why) {

  static HistoryEventJson of(Explanation.HistoryEntry happening) {
    Instant at = Instant.ofEpochMilli(happening.atMillis());
    return switch (happening.effect()) {
      case BagEffect.OffersRequested(List<ProviderId> asked) -> plain(at, "called", asked, null);
      case BagEffect.AuctionEntered _ -> plain(at, "bids", List.of(), null);
      case BagEffect.MatchFound(ProviderId provider) -> plain(at, "matched", List.of(provider), null);
      case BagEffect.AuctionReentered again ->
          plain(at, "bids-again", List.of(again.provider()), ResponseJson.wireName(again.reason()));
      case BagEffect.ReservationRefused refused ->
          plain(at, "refused", List.of(refused.part().provider()), ResponseJson.wireName(refused.reason()));
      case BagEffect.PartRescheduled moved ->
          new HistoryEventJson(
              at,
              "moved",
              List.of(moved.part().provider().value()),
              Instant.ofEpochMilli(moved.fromMillis()),
              Instant.ofEpochMilli(moved.toMillis()),
              null);
      case BagEffect.BidChanged bid ->
          plain(at, "bid", List.of(bid.part().provider()), bid.toPerMinute().toString());
      case BagEffect.PartPlaced placed ->
          ofPart(at, "placed", placed.part().provider(), placed.completionMillis());
      case BagEffect.PartDelivered delivered ->
          ofPart(at, "delivered", delivered.part().provider(), delivered.endedMillis());
      case BagEffect.PartLost lost ->
          plain(at, "lost", List.of(lost.part().provider()), ResponseJson.wireName(lost.cause()));
      case BagEffect.PromiseBroken(Breach breach) ->
          plain(at, "breached", List.of(breach.provider()), ResponseJson.wireName(breach.cause()));
      case BagEffect.NoPromise(BagEffect.NoPromiseReason why) ->
          plain(at, "not-promised", List.of(), ResponseJson.wireName(why));
      case BagEffect.PromiseMade promised -> until(at, "promised", promised.promise().completionMillis());
      case BagEffect.QuoteReady ask -> until(at, "asked", ask.completionMillis());
      case BagEffect.BagCompleted done -> until(at, "done", done.endedMillis());
      case BagEffect.BagStopped stopped -> plain(at, "stopped", List.of(), null);
      case BagEffect.AcceptResults counted ->
          plain(at, "counted", List.of(counted.part().provider()), null);
      case BagEffect.TransferMoney(Transfer transfer) ->
          plain(at, "paid", List.of(transfer.part().provider()), ResponseJson.wireName(transfer.kind()));
      case BagEffect.Send send -> plain(at, "sent", List.of(send.to()), null);
    };
  }

  private static HistoryEventJson plain(
      Instant at, String what, List<ProviderId> providers, @Nullable String why) {
    return new HistoryEventJson(
        at, what, providers.stream().map(ProviderId::value).toList(), null, null, why);
  }

  private static HistoryEventJson ofPart(Instant at, String what, ProviderId provider, long byMillis) {
    return new HistoryEventJson(
        at, what, List.of(provider.value()), null, Instant.ofEpochMilli(byMillis), null);
  }

  private static HistoryEventJson until(Instant at, String what, long byMillis) {
    return new HistoryEventJson(at, what, List.of(), null, Instant.ofEpochMilli(byMillis), null);
  }
}
