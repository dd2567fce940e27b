package tender.server.observe;

import static tender.web.Json.name;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tender.core.message.ReservationId;
import tender.core.metascheduler.BagEffect;
import tender.core.metascheduler.BagState;
import tender.core.metascheduler.Tender;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.Transaction;
import tender.observe.traces.BagSpan;
import tender.observe.traces.Spans;
import tender.observe.traces.TraceParent;
import tender.server.market.Witness;
import tender.server.market.view.BagView;
import tender.server.rest.RequestWatch;

/**
 * Traces what the market does for a bag, by the database's clock. A span is added when it ends, and
 * when it began is known from the bag's state alone: whichever replica writes the end adds it, and
 * needs to remember nothing.
 */
public final class MarketSpans implements Witness, RequestWatch {
  /** Of a call to thousands of providers, the first to answer are shown. */
  private static final int MOST_ANSWERS = 100;

  private final Spans spans;

  public MarketSpans(Spans spans) {
    this.spans = spans;
  }

  @Override
  public void handedIn(BagView bag, long nanos, Optional<String> traceParent) {
    long endMillis = bag.submittedMillis() + TimeUnit.NANOSECONDS.toMillis(nanos);
    spans.add(
        BagSpan.within(
                bag.id(), BagSpan.WHOLE, "submit", "submit", bag.submittedMillis(), endMillis)
            .linked(traceParent.flatMap(TraceParent::parse)));
  }

  @Override
  public void written(Optional<BagState> before, Transaction transaction, long nowMillis) {
    if (before.orElse(null) instanceof BagState.Open open) {
      Tender after =
          transaction.state() instanceof BagState.Open still ? still.tender().orElse(null) : null;
      open.tender().ifPresent(tender -> negotiated(open, tender, after, transaction, nowMillis));
    }
    for (BagEffect effect : transaction.news()) {
      told(transaction.bag(), effect, nowMillis);
    }
    if (transaction.state() instanceof BagState.Ended ended
        && !(before.orElse(null) instanceof BagState.Ended)) {
      end(ended, nowMillis);
    }
  }

  private void negotiated(
      BagState.Open bag,
      Tender before,
      @Nullable Tender after,
      Transaction transaction,
      long nowMillis) {
    if (before instanceof Tender.Bidding bidding && !(after instanceof Tender.Bidding)) {
      spans.add(
          BagSpan.within(
              bag.id(),
              BagSpan.WHOLE,
              "bidding",
              "bidding " + bidding.fromMillis(),
              Math.max(bidding.fromMillis(), bag.bag().submittedMillis()),
              nowMillis));
    }
    Tender.Calling call = calling(before);
    if (call == null) {
      return;
    }
    Tender.Calling later = after == null ? null : calling(after);
    boolean goesOn = later != null && later.call().equals(call.call());
    if (before instanceof Tender.Calling) {
      answers(call, goesOn && later != null ? later : call, nowMillis);
      if (!(goesOn && after instanceof Tender.Calling)) {
        spans.add(
            of(call, "call", nowMillis)
                .with("tender.asked", call.asked().size())
                .with("tender.answered", (later == null ? call : later).replies().size()));
      }
    }
    if (!goesOn) {
      boolean placed =
          transaction.news().stream().anyMatch(BagEffect.Placed.class::isInstance)
              || before instanceof Tender.Committing;
      spans.add(
          BagSpan.within(
                  bag.id(),
                  BagSpan.WHOLE,
                  "tender",
                  BagSpan.about(call.call()),
                  call.calledMillis(),
                  nowMillis)
              .with("tender.tasks", call.tasks().size())
              .with("tender.placed", placed));
    }
  }

  private static Tender.@Nullable Calling calling(Tender tender) {
    return switch (tender) {
      case Tender.Calling calling -> calling;
      case Tender.Reserving reserving -> reserving.call();
      case Tender.Committing committing -> committing.call();
      case Tender.Asking asking -> asking.call();
      case Tender.Bidding _, Tender.Pausing _ -> null;
    };
  }

  /** Of each provider that has answered since, how long it took to. */
  private void answers(Tender.Calling before, Tender.Calling after, long nowMillis) {
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

  private static BagSpan of(Tender.Calling call, String name, long nowMillis) {
    return BagSpan.within(
        call.call().bag(),
        BagSpan.about(call.call()),
        name,
        name + " " + call.call().round(),
        call.calledMillis(),
        nowMillis);
  }

  private void told(BagId bag, BagEffect effect, long nowMillis) {
    switch (effect) {
      case BagEffect.Refused refused ->
          moment(bag, refused.part(), "refused", nowMillis, name(refused.why()));
      case BagEffect.Lost lost -> moment(bag, lost.part(), "lost", nowMillis, name(lost.cause()));
      default -> {}
    }
  }

  private void moment(BagId bag, ReservationId part, String name, long nowMillis, String why) {
    spans.add(
        BagSpan.within(
                bag, BagSpan.WHOLE, name, name + " " + BagSpan.about(part), nowMillis, nowMillis)
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
            .with("tender.ending", name(bag.ending()))
            .with("tender.promise", bag.promise().isPresent() ? Words.outcome(bag) : "not-given"));
  }
}
