package tender.server.telemetry;

import static tender.support.http.ResponseJson.wireName;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.Transaction;
import tender.server.api.view.BagView;
import tender.server.engine.MarketListener;
import tender.server.rest.RequestListener;
import tender.support.telemetry.BagSpan;
import tender.support.telemetry.SpanSink;
import tender.support.telemetry.TraceParent;

/**
 * Traces what the market does for a bag, by the database's clock. The replica that writes the end
 * of a span adds the span. Its start is read from the bag's state, so replicas need no memory of
 * it.
 */
public final class MarketSpans implements MarketListener, RequestListener {
  /** A call may go to thousands of providers; only the first replies get a span. */
  private static final int MAX_REPLIES = 100;

  private final SpanSink spans;

  public MarketSpans(SpanSink spans) {
    this.spans = spans;
  }

  @Override
  public void bagSubmitted(BagView bag, long nanos, Optional<String> traceParent) {
    long endMillis = bag.submittedMillis() + TimeUnit.NANOSECONDS.toMillis(nanos);
    spans.add(
        BagSpan.within(
                bag.id(), BagSpan.BAG_KEY, "submit", "submit", bag.submittedMillis(), endMillis)
            .linked(traceParent.flatMap(TraceParent::parse)));
  }

  @Override
  public void bagWritten(Optional<BagState> before, Transaction transaction, long nowMillis) {
    if (before.orElse(null) instanceof BagState.Open open) {
      PlacementState after =
          transaction.state() instanceof BagState.Open still
              ? still.placement().orElse(null)
              : null;
      open.placement().ifPresent(tender -> negotiated(open, tender, after, transaction, nowMillis));
    }
    for (BagEffect effect : transaction.historyEvents()) {
      addEffect(transaction.bag(), effect, nowMillis);
    }
    if (transaction.state() instanceof BagState.Ended ended
        && !(before.orElse(null) instanceof BagState.Ended)) {
      end(ended, nowMillis);
    }
  }

  private void negotiated(
      BagState.Open bag,
      PlacementState before,
      @Nullable PlacementState after,
      Transaction transaction,
      long nowMillis) {
    if (before instanceof PlacementState.AwaitingMatch bidding
        && !(after instanceof PlacementState.AwaitingMatch)) {
      spans.add(
          BagSpan.within(
              bag.id(),
              BagSpan.BAG_KEY,
              "bidding",
              "bidding " + bidding.fromMillis(),
              Math.max(bidding.fromMillis(), bag.bag().submittedMillis()),
              nowMillis));
    }
    PlacementState.CollectingOffers call = calling(before);
    if (call == null) {
      return;
    }
    PlacementState.CollectingOffers later = after == null ? null : calling(after);
    boolean sameCall = later != null && later.call().equals(call.call());
    if (before instanceof PlacementState.CollectingOffers) {
      answers(call, sameCall && later != null ? later : call, nowMillis);
      if (!(sameCall && after instanceof PlacementState.CollectingOffers)) {
        spans.add(
            of(call, "call", nowMillis)
                .with("tender.called", call.calledProviders().size())
                .with("tender.answered", (later == null ? call : later).replies().size()));
      }
    }
    if (!sameCall) {
      boolean placed =
          transaction.historyEvents().stream().anyMatch(BagEffect.PartPlaced.class::isInstance)
              || before instanceof PlacementState.Committing;
      spans.add(
          BagSpan.within(
                  bag.id(),
                  BagSpan.BAG_KEY,
                  "tender",
                  BagSpan.key(call.call()),
                  call.calledMillis(),
                  nowMillis)
              .with("tender.tasks", call.tasks().size())
              .with("tender.placed", placed));
    }
  }

  private static PlacementState.@Nullable CollectingOffers calling(PlacementState tender) {
    return switch (tender) {
      case PlacementState.CollectingOffers calling -> calling;
      case PlacementState.Reserving reserving -> reserving.call();
      case PlacementState.Held held -> held.call();
      case PlacementState.Committing committing -> committing.call();
      case PlacementState.AwaitingAcceptance asking -> asking.call();
      case PlacementState.AwaitingMatch _, PlacementState.BackingOff _ -> null;
    };
  }

  /** A span for each provider that has replied since the previous state. */
  private void answers(
      PlacementState.CollectingOffers before,
      PlacementState.CollectingOffers after,
      long nowMillis) {
    int known = before.replies().size();
    for (var answer : after.replies().entrySet()) {
      ProviderId provider = answer.getKey();
      if (!before.replies().containsKey(provider) && known < MAX_REPLIES) {
        known++;
        spans.add(
            BagSpan.within(
                    after.call().bag(),
                    "call " + after.call().round(),
                    "offers",
                    "offers " + after.call().round() + "@" + provider,
                    after.calledMillis(),
                    nowMillis)
                .with("tender.provider", provider)
                .with("tender.offers", answer.getValue().reply().offers().size()));
      }
    }
  }

  private static BagSpan of(PlacementState.CollectingOffers call, String name, long nowMillis) {
    return BagSpan.within(
        call.call().bag(),
        BagSpan.key(call.call()),
        name,
        name + " " + call.call().round(),
        call.calledMillis(),
        nowMillis);
  }

  private void addEffect(BagId bag, BagEffect effect, long nowMillis) {
    switch (effect) {
      case BagEffect.ReservationRefused refused ->
          addInstant(bag, refused.part(), "refused", nowMillis, wireName(refused.reason()));
      case BagEffect.PartLost lost ->
          addInstant(bag, lost.part(), "lost", nowMillis, wireName(lost.cause()));
      default -> {}
    }
  }

  private void addInstant(
      BagId bag, ReservationId part, String name, long nowMillis, String reason) {
    spans.add(
        BagSpan.within(
                bag, BagSpan.BAG_KEY, name, name + " " + BagSpan.key(part), nowMillis, nowMillis)
            .with("tender.provider", part.provider())
            .with("tender.reason", reason));
  }

  private void end(BagState.Ended bag, long nowMillis) {
    spans.add(
        BagSpan.whole(
                bag.id(),
                bag.bag().submittedMillis(),
                // The last results arrive some time after the last task has ended.
                Math.max(nowMillis, bag.endedMillis()))
            .with("tender.tasks", bag.bag().tasks())
            .with("tender.ending", wireName(bag.ending()))
            .with(
                "tender.promise",
                bag.promise().isPresent() ? TelemetryLabels.outcome(bag) : "none"));
  }
}
