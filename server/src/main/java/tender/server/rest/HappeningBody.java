package tender.server.rest;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.core.ledger.Transfer;
import tender.core.metascheduler.BagEffect;
import tender.core.metascheduler.Breach;
import tender.core.model.ProviderId;
import tender.server.market.view.Explanation;
import tender.web.Json;

/**
 * Something that happened to a bag, as JSON. What does not fit what happened is null.
 *
 * @param from when a part was expected to end before it moved
 * @param by when it, or the whole bag, will or should be done
 */
record HappeningBody(
    Instant at,
    String what,
    List<String> providers,
    @Nullable Instant from,
    @Nullable Instant by,
    @Nullable String why) {

  static HappeningBody of(Explanation.Happening happening) {
    Instant at = Instant.ofEpochMilli(happening.atMillis());
    return switch (happening.what()) {
      case BagEffect.Called(List<ProviderId> asked) -> plain(at, "called", asked, null);
      case BagEffect.Bids _ -> plain(at, "bids", List.of(), null);
      case BagEffect.Matched(ProviderId provider) -> plain(at, "matched", List.of(provider), null);
      case BagEffect.BidsAgain again ->
          plain(at, "bids-again", List.of(again.matched()), Json.name(again.why()));
      case BagEffect.Refused refused ->
          plain(at, "refused", List.of(refused.part().provider()), Json.name(refused.why()));
      case BagEffect.Moved moved ->
          new HappeningBody(
              at,
              "moved",
              List.of(moved.part().provider().value()),
              Instant.ofEpochMilli(moved.fromMillis()),
              Instant.ofEpochMilli(moved.toMillis()),
              null);
      case BagEffect.BidChanged bid ->
          plain(at, "bid", List.of(bid.part().provider()), bid.toPerMinute().toString());
      case BagEffect.Placed placed ->
          ofPart(at, "placed", placed.part().provider(), placed.byMillis());
      case BagEffect.Delivered delivered ->
          ofPart(at, "delivered", delivered.part().provider(), delivered.endedMillis());
      case BagEffect.Lost lost ->
          plain(at, "lost", List.of(lost.part().provider()), Json.name(lost.cause()));
      case BagEffect.Breached(Breach breach) ->
          plain(at, "breached", List.of(breach.provider()), Json.name(breach.cause()));
      case BagEffect.NoPromise(BagEffect.Why why) ->
          plain(at, "not-promised", List.of(), Json.name(why));
      case BagEffect.Promised promised -> until(at, "promised", promised.promise().byMillis());
      case BagEffect.Ask ask -> until(at, "asked", ask.byMillis());
      case BagEffect.Done done -> until(at, "done", done.endedMillis());
      case BagEffect.Stopped stopped -> plain(at, "stopped", List.of(), null);
      case BagEffect.Counted counted ->
          plain(at, "counted", List.of(counted.by().provider()), null);
      case BagEffect.Moves(Transfer transfer) ->
          plain(at, "paid", List.of(transfer.part().provider()), Json.name(transfer.kind()));
      case BagEffect.Send send -> plain(at, "sent", List.of(send.to()), null);
    };
  }

  private static HappeningBody plain(
      Instant at, String what, List<ProviderId> providers, @Nullable String why) {
    return new HappeningBody(
        at, what, providers.stream().map(ProviderId::value).toList(), null, null, why);
  }

  private static HappeningBody ofPart(Instant at, String what, ProviderId provider, long byMillis) {
    return new HappeningBody(
        at, what, List.of(provider.value()), null, Instant.ofEpochMilli(byMillis), null);
  }

  private static HappeningBody until(Instant at, String what, long byMillis) {
    return new HappeningBody(at, what, List.of(), null, Instant.ofEpochMilli(byMillis), null);
  }
}
