package tender.server.rest.json;

import static tender.support.http.ResponseJson.wireName;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.core.budget.BudgetBounds;
import tender.core.ledger.Transfer;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.Breach;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.server.model.BagHistoryEvent;

/**
 * An event of a bag's history as JSON. Fields that do not apply to the event are null.
 *
 * @param from when a rescheduled part was expected to end before
 * @param by when the part or the bag will or should be done
 * @param limits of a bag with factors, and the bounds of its offers
 */
record HistoryEventJson(
    Instant at,
    String event,
    List<String> providers,
    @Nullable Instant from,
    @Nullable Instant by,
    @Nullable String reason,
    @Nullable LimitsJson limits) {

  /** The limits that were set from factors, between the earliest and the cheapest composition. */
  record LimitsJson(
      BoundJson earliest, BoundJson cheapest, @Nullable Instant deadline, @Nullable String budget) {

    static LimitsJson of(BagEffect.LimitsSet set, Instant at) {
      BudgetBounds bounds = set.bounds();
      return new LimitsJson(
          new BoundJson(at.plusMillis(bounds.minMillis()), bounds.maxCost().toString()),
          new BoundJson(at.plusMillis(bounds.maxMillis()), bounds.minCost().toString()),
          set.deadlineMillis().map(Instant::ofEpochMilli).orElse(null),
          set.budget().map(Money::toString).orElse(null));
    }
  }

  /** When a composition ends, and its price. */
  record BoundJson(Instant by, String price) {}

  static HistoryEventJson of(BagHistoryEvent entry) {
    Instant at = Instant.ofEpochMilli(entry.atMillis());
    return switch (entry.effect()) {
      case BagEffect.OffersRequested(List<ProviderId> providers, int notCalled) ->
          plain(at, "called", providers, notCalled == 0 ? null : Integer.toString(notCalled));
      case BagEffect.LimitsSet set ->
          new HistoryEventJson(
              at, "limits-set", List.of(), null, null, null, LimitsJson.of(set, at));
      case BagEffect.AuctionEntered _ -> plain(at, "bidding", List.of(), null);
      case BagEffect.MatchFound(List<ProviderId> providers) ->
          plain(at, "matched", providers, null);
      case BagEffect.AuctionReentered again ->
          plain(at, "bidding-again", again.providers(), wireName(again.reason()));
      case BagEffect.ReservationRefused refused ->
          plain(at, "refused", List.of(refused.part().provider()), wireName(refused.reason()));
      case BagEffect.PartRescheduled rescheduled ->
          new HistoryEventJson(
              at,
              "rescheduled",
              List.of(rescheduled.part().provider().value()),
              Instant.ofEpochMilli(rescheduled.fromMillis()),
              Instant.ofEpochMilli(rescheduled.toMillis()),
              null,
              null);
      case BagEffect.BidChanged bid ->
          plain(at, "bid-changed", List.of(bid.part().provider()), bid.toPerMinute().toString());
      case BagEffect.PartPlaced placed ->
          until(at, "placed", List.of(placed.part().provider()), placed.completionMillis());
      case BagEffect.PartDelivered delivered ->
          until(at, "delivered", List.of(delivered.part().provider()), delivered.endedMillis());
      case BagEffect.PartLost lost ->
          plain(at, "lost", List.of(lost.part().provider()), wireName(lost.cause()));
      case BagEffect.PromiseBroken(Breach breach) ->
          plain(at, "breached", List.of(breach.provider()), wireName(breach.cause()));
      case BagEffect.NoPromise none ->
          plain(at, "not-promised", List.of(), NoPromiseText.code(none));
      case BagEffect.PromiseMade promised ->
          until(at, "promised", List.of(), promised.promise().completionMillis());
      case BagEffect.QuoteReady quote -> until(at, "quoted", List.of(), quote.completionMillis());
      case BagEffect.BagCompleted done -> until(at, "done", List.of(), done.endedMillis());
      case BagEffect.BagStopped(Optional<String> operatorReason) ->
          plain(
              at,
              operatorReason.isPresent() ? "cancelled-by-operator" : "cancelled",
              List.of(),
              operatorReason.orElse(null));
      case BagEffect.QuoteNotAccepted _ -> plain(at, "not-accepted", List.of(), null);
      case BagEffect.StoppedAfterFailures(int failedTasks) ->
          plain(at, "stopped", List.of(), Integer.toString(failedTasks));
      case BagEffect.AcceptResults accepted ->
          plain(at, "results-accepted", List.of(accepted.part().provider()), null);
      case BagEffect.TransferMoney(Transfer transfer) ->
          plain(at, "paid", List.of(transfer.part().provider()), wireName(transfer.kind()));
      case BagEffect.Send send -> plain(at, "sent", List.of(send.to()), null);
    };
  }

  private static HistoryEventJson plain(
      Instant at, String event, List<ProviderId> providers, @Nullable String reason) {
    return new HistoryEventJson(
        at, event, providers.stream().map(ProviderId::value).toList(), null, null, reason, null);
  }

  private static HistoryEventJson until(
      Instant at, String event, List<ProviderId> providers, long completionMillis) {
    return new HistoryEventJson(
        at,
        event,
        providers.stream().map(ProviderId::value).toList(),
        null,
        Instant.ofEpochMilli(completionMillis),
        null,
        null);
  }
}
