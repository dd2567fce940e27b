package tender.server.telemetry;

import static tender.support.http.ResponseJson.wireName;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import tender.bagfile.results.TaskOutcome;
import tender.core.ledger.Transfer;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.core.store.Transaction;
import tender.server.engine.MarketListener;
import tender.server.model.ClearingView;
import tender.support.telemetry.Meters;

/**
 * Metrics of what this replica does for bags. Each event is counted by the one replica that wrote
 * it, so the metrics of several replicas can be added.
 */
public final class MarketMeters implements MarketListener {
  private static final double MILLICREDITS = 1_000;

  private final MeterProvider<Counter> submitted;
  private final Counter tasksSubmitted;
  private final Counter quoted;
  private final Counter promised;
  private final MeterProvider<Counter> ended;
  private final MeterProvider<Counter> promises;
  private final Timer promiseTime;
  private final Timer bagTime;
  private final MeterProvider<Counter> offers;
  private final MeterProvider<Counter> calls;
  private final MeterProvider<Counter> reservations;
  private final MeterProvider<Counter> released;
  private final MeterProvider<Counter> refused;
  private final MeterProvider<Counter> placed;
  private final MeterProvider<Counter> delivered;
  private final MeterProvider<Counter> lost;
  private final MeterProvider<Timer> lateness;
  private final MeterProvider<Counter> tasksDone;
  private final MeterProvider<Counter> tasksFailed;
  private final MeterProvider<Counter> resultBytes;
  private final MeterProvider<Counter> displaced;
  private final MeterProvider<Counter> rejected;
  private final MeterProvider<Counter> money;
  private final Counter clearings;
  private final Counter matches;
  private final Counter infeasible;
  private final DistributionSummary waiting;
  private final DistributionSummary matchAsk;
  private final DistributionSummary matchBid;

  public MarketMeters(Meters meters) {
    submitted = meters.counters("tender_bags_submitted_total", "Bags that were submitted.");
    tasksSubmitted = meters.counter("tender_tasks_submitted_total", "Tasks of submitted bags.");
    quoted = meters.counter("tender_bags_quoted_total", "Quotes that wait for the user.");
    promised = meters.counter("tender_bags_promised_total", "Bags for which a promise was made.");
    ended = meters.counters("tender_bags_ended_total", "Bags that have ended, by ending.");
    promises =
        meters.counters("tender_promises_ended_total", "Promises of ended bags, by outcome.");
    promiseTime = promiseTime(meters);
    bagTime = bagTime(meters);
    calls = meters.counters("tender_calls_sent_total", "Calls for offers, by provider.");
    offers = meters.counters("tender_offers_received_total", "Offers received, by provider.");
    reservations =
        meters.counters("tender_reservations_requested_total", "Reservations that were requested.");
    refused =
        meters.counters("tender_reservations_refused_total", "Reservations that were refused.");
    released =
        meters.counters("tender_reservations_released_total", "Reservations that were released.");
    placed = meters.counters("tender_parts_placed_total", "Parts that were placed at a provider.");
    delivered =
        meters.counters("tender_parts_delivered_total", "Parts whose results are complete.");
    lost = meters.counters("tender_parts_lost_total", "Parts that their provider lost.");
    lateness =
        meters.timers(
            "tender_part_lateness",
            "How much later than promised late parts ended.",
            seconds(1, 10, 60, 300, 3_600));
    tasksDone = meters.counters("tender_tasks_done_total", "Tasks whose result was accepted.");
    tasksFailed = meters.counters("tender_tasks_failed_total", "Results with a nonzero exit code.");
    resultBytes = meters.counters("tender_result_bytes_total", "Bytes of results stored.");
    displaced =
        meters.counters(
            "tender_agent_streams_displaced_total",
            "Open agent streams that a newer stream of the same provider replaced.");
    rejected =
        meters.counters(
            "tender_agent_rejections_total", "Attempts of agents that were refused, by reason.");
    money = meters.counters("tender_money_credits_total", "Credits transferred for bags, by kind.");
    for (Transfer.Kind kind : Transfer.Kind.values()) {
      money.withTag("kind", wireName(kind));
    }
    clearings = meters.counter("tender_auction_clearings_total", "Auction cycles that had bids.");
    matches = meters.counter("tender_auction_matches_total", "Bags that the auction matched.");
    infeasible =
        meters.counter("tender_auction_infeasible_total", "Bags whose deadline became infeasible.");
    waiting = meters.summary("tender_auction_waiting_bids", "Bids that a cycle left waiting.");
    matchAsk =
        meters.summary("tender_auction_match_ask", "Asks of matches, as ranked by the policy.");
    matchBid =
        meters.summary("tender_auction_match_bid", "Bids of matches, as ranked by the policy.");
  }

  private static Timer promiseTime(Meters meters) {
    return meters
        .timers(
            "tender_promise_duration",
            "Time from submission to promise.",
            seconds(0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300))
        .withTags();
  }

  private static Timer bagTime(Meters meters) {
    return meters
        .timers(
            "tender_bag_duration",
            "Time from submission to the end of the last task.",
            seconds(10, 60, 300, 900, 3_600, 4 * 3_600, 24 * 3_600, 7 * 24 * 3_600))
        .withTags();
  }

  private static Duration[] seconds(double... seconds) {
    return DoubleStream.of(seconds)
        .mapToObj(one -> Duration.ofMillis(Math.round(one * 1_000)))
        .toArray(Duration[]::new);
  }

  @Override
  public void bagWritten(Optional<BagState> before, Transaction transaction, long nowMillis) {
    if (before.isEmpty() && transaction.state() instanceof BagState.Open open) {
      submitted
          .withTag("mechanism", TelemetryLabels.mechanism(open.acceptancePolicy()))
          .increment();
      tasksSubmitted.increment(open.bag().tasks());
    }
    transaction.messages().forEach(this::sent);
    for (Transaction.AcceptedResults counted : transaction.acceptedResults()) {
      of(tasksDone, counted.part().provider()).increment(counted.tasks().size());
    }
    for (Transfer transfer : transaction.transfers()) {
      money
          .withTag("kind", wireName(transfer.kind()))
          .increment(transfer.amount().millicredits() / MILLICREDITS);
    }
    for (BagEffect effect : transaction.historyEvents()) {
      count(before, transaction, effect, nowMillis);
    }
    if (transaction.state() instanceof BagState.Ended after
        && !(before.orElse(null) instanceof BagState.Ended)) {
      end(after);
    }
  }

  private void sent(OutboxMessage message) {
    switch (message.message()) {
      case Message.Call _ -> of(calls, message.to()).increment();
      case Message.Reserve _ -> of(reservations, message.to()).increment();
      case Message.Release _ -> of(released, message.to()).increment();
      default -> {}
    }
  }

  private void count(
      Optional<BagState> before, Transaction transaction, BagEffect effect, long nowMillis) {
    switch (effect) {
      case BagEffect.QuoteReady _ -> quoted.increment();
      case BagEffect.PromiseMade _ -> {
        promised.increment();
        promiseTime.record(
            nowMillis - transaction.state().bag().submittedMillis(), TimeUnit.MILLISECONDS);
      }
      case BagEffect.ReservationRefused(ReservationId part, Message.RefusalReason reason) ->
          refused
              .withTags("provider", part.provider().value(), "reason", wireName(reason))
              .increment();
      case BagEffect.PartPlaced part -> of(placed, part.part().provider()).increment();
      case BagEffect.PartLost part ->
          lost.withTags("provider", part.part().provider().value(), "cause", wireName(part.cause()))
              .increment();
      case BagEffect.PartDelivered(ReservationId part, long endedMillis) ->
          delivered(part, endedMillis - TelemetryLabels.promisedMillis(before, transaction, part));
      default -> {}
    }
  }

  private void delivered(ReservationId part, long lateMillis) {
    String provider = part.provider().value();
    delivered
        .withTags("provider", provider, "promise", lateMillis > 0 ? "late" : "kept")
        .increment();
    if (lateMillis > 0) {
      lateness.withTag("provider", provider).record(lateMillis, TimeUnit.MILLISECONDS);
    }
  }

  private void end(BagState.Ended bag) {
    ended.withTag("ending", wireName(bag.ending())).increment();
    if (bag.ending() == BagState.Ending.DONE) {
      bagTime.record(bag.endedMillis() - bag.bag().submittedMillis(), TimeUnit.MILLISECONDS);
    }
    if (bag.promise().isPresent()) {
      promises.withTag("outcome", TelemetryLabels.outcome(bag)).increment();
    }
  }

  private static Counter of(MeterProvider<Counter> counters, ProviderId provider) {
    return counters.withTag("provider", provider.value());
  }

  @Override
  public void messageReceived(Message.ToMetascheduler message) {
    if (message instanceof Message.Offers received) {
      of(offers, received.provider()).increment(received.offers().size());
    }
  }

  @Override
  public void resultsStored(ReservationId part, List<TaskOutcome> outcomes, long bytes) {
    of(resultBytes, part.provider()).increment((double) bytes);
    Counter failed = tasksFailed.withTags(Tags.of("provider", part.provider().value()));
    for (TaskOutcome outcome : outcomes) {
      failed.increment(outcome.exitCode() == 0 ? 0 : outcome.tasks().size());
    }
  }

  @Override
  public void agentDisplaced(ProviderId provider) {
    of(displaced, provider).increment();
  }

  @Override
  public void agentRejected(ProviderId provider, String reason) {
    rejected.withTags(Tags.of("provider", provider.value(), "reason", reason)).increment();
  }

  @Override
  public void auctionCleared(ClearingView clearing) {
    clearings.increment();
    matches.increment(clearing.matchedProviders().size());
    infeasible.increment(clearing.infeasible().size());
    waiting.record(clearing.waiting().size());
    for (ClearingView.MatchView match : clearing.matches()) {
      matchAsk.record(match.ask());
      matchBid.record(match.bid());
    }
  }
}
