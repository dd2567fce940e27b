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
import tender.support.telemetry.BagSpan;
import tender.support.telemetry.SpanSink;
import tender.support.telemetry.TraceParent;
import tender.server.engine.MarketListener;
import tender.server.api.view.BagView;
import tender.server.rest.RequestListener;

/**
 * Traces what the market does for a bag, by the database's clock. A span is added when it ends, and
 * when it began is known from the bag's state alone: whichever replica writes the end adds it, and
 * needs to remember nothing.
 */
public final class MarketSpans implements MarketListener, RequestListener {
  /** Of a call to thousands of providers, the first to answer are shown. */
  private static final int MOST_ANSWERS = 100;

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
          transaction.state() instanceof BagState.Open still ? still.placement().orElse(null) : null;
      open.placement().ifPresent(tender -> negotiated(open, tender, after, transaction, nowMillis));
    }
    for (BagEffect effect : transaction.historyEvents()) {
      told(transaction.bag(), effect, nowMillis);
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
    if (before instanceof PlacementState.AwaitingMatch bidding && !(after instanceof PlacementState.AwaitingMatch)) {
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
    boolean goesOn = later != null && later.call().equals(call.call());
    if (before instanceof PlacementState.CollectingOffers) {
      answers(call, goesOn && later != null ? later : call, nowMillis);
      if (!(goesOn && after instanceof PlacementState.CollectingOffers)) {
        spans.add(
            of(call, "call", nowMillis)
                .with("tender.asked", call.calledProviders().size())
                .with("tender.answered", (later == null ? call : later).replies().size()));
      }
    }
    if (!goesOn) {
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
      case PlacementState.Committing committing -> committing.call();
      case PlacementState.AwaitingAcceptance asking -> asking.call();
      case PlacementState.AwaitingMatch _, PlacementState.BackingOff _ -> null;
    };
  }

  /** Of each provider that has answered since, how long it took to. */
  private void answers(PlacementState.CollectingOffers before, PlacementState.CollectingOffers after, long nowMillis) {
    int known = before.replies().size();
    for (var answer : after.replies().entrySet()) {
      ProviderId provider = answer.getKey();
      if (!before.replies().containsKey(provider) && known < MOST_ANSWERS) {
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

  private void told(BagId bag, BagEffect effect, long nowMillis) {
    switch (effect) {
      case BagEffect.ReservationRefused refused ->
          moment(bag, refused.part(), "refused", nowMillis, wireName(refused.reason()));
      case BagEffect.PartLost lost -> moment(bag, lost.part(), "lost", nowMillis, wireName(lost.cause()));
      default -> {}
    }
  }

  private void moment(BagId bag, ReservationId part, String name, long nowMillis, String why) {
    spans.add(
        BagSpan.within(
                bag, BagSpan.BAG_KEY, name, name + " " + BagSpan.key(part), nowMillis, nowMillis)
            .with("tender.provider", part.provider())
            .with("tender.why", why));
  }

  private void end(BagState.Ended bag, long nowMillis) {
    spans.add(
        BagSpan.whole(
                bag.id(),
                bag.bag().submittedMillis(),
                // The last results come some time after the last task has ended.
                Math.max(nowMillis, bag.endedMillis()))
            .with("tender.tasks", bag.bag().tasks())
            .with("tender.ending", wireName(bag.ending()))
            .with("tender.promise", bag.promise().isPresent() ? TelemetryLabels.outcome(bag) : "not-given"));
  }
}
