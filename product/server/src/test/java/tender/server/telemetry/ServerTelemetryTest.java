package tender.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tender.bagfile.results.TaskOutcome;
import tender.core.compose.CompositionPolicies;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.Metascheduler;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.store.BagTransactionBuilder;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;
import tender.server.engine.MarketListener;
import tender.server.model.ClearingView;
import tender.support.telemetry.BagSpan;
import tender.support.telemetry.Meters;

/**
 * Metrics and spans of an eventful bag, decided by core: a reservation is refused, a part is lost,
 * and another provider completes it too late.
 */
class ServerTelemetryTest {
  private static final BagId BAG = new BagId("b1");
  private static final ProviderId EAST = new ProviderId("east");
  private static final ProviderId WEST = new ProviderId("west");
  private static final int TASKS = 4;
  private static final long START_MILLIS = 1_000_000;
  private static final TimeoutConfig TIMEOUTS =
      new TimeoutConfig(1_000, 5_000, 60_000, 60_000, 60_000);

  private final BagTransactionBuilder builder =
      new BagTransactionBuilder(
          new Metascheduler(
              List.of(EAST, WEST),
              Objects.requireNonNull(CompositionPolicies.all().get("earliest")),
              TIMEOUTS,
              100,
              0));
  private final Meters meters = new Meters();
  private final List<BagSpan> spans = new ArrayList<>();
  private final MarketListener listener =
      new CompositeMarketListener(
          List.of(
              new BagLogger(),
              new MarketMeters(meters),
              new PaperMeters(meters),
              new MarketSpans(spans::add)));
  private StoredBag stored;
  private long nowMillis = START_MILLIS;

  @AfterEach
  void close() {
    meters.close();
  }

  private void submit() {
    Bag bag = new Bag(TASKS, 1, 5_000, nowMillis, nowMillis + 30_000);
    AcceptancePolicy policy =
        new AcceptancePolicy(nowMillis + 30_000, nowMillis + 600_000, new Money(1_000_000));
    commit(builder.submit(Optional.empty(), BAG, bag, policy, nowMillis).orElseThrow());
  }

  private void handle(BagEvent event) {
    builder.handle(stored, event, nowMillis).ifPresent(this::commit);
  }

  private void commit(Transaction transaction) {
    listener.bagWritten(Optional.ofNullable(stored).map(StoredBag::state), transaction, nowMillis);
    stored = new StoredBag(transaction.state(), transaction.version());
  }

  private void receive(Message.ToMetascheduler message) {
    nowMillis += 100;
    listener.messageReceived(message);
    handle(new BagEvent.MessageReceived(message));
  }

  private void offers(ProviderId provider, int round, long completionMillis) {
    Offer offer = new Offer(provider, TASKS, completionMillis, new Money(10));
    receive(
        new Message.Offers(
            new CallId(BAG, round),
            provider,
            1,
            List.of(offer),
            Disclosure.NOTHING,
            nowMillis,
            nowMillis + 60_000));
  }

  private static ReservationId part(ProviderId provider, int round, int attempt) {
    return new ReservationId(new CallId(BAG, round), attempt, provider);
  }

  private void fireTimer() {
    nowMillis = Math.max(nowMillis, stored.state().timerMillis());
    handle(new BagEvent.TimerFired());
  }

  private void runBag() {
    submit();
    offers(EAST, 1, START_MILLIS + 25_000);
    fireTimer();
    receive(
        new Message.Refused(
            part(EAST, 1, 1),
            Message.RefusalReason.NO_CAPACITY,
            List.of(new Offer(EAST, TASKS, START_MILLIS + 28_000, new Money(10)))));
    receive(new Message.Reserved(part(EAST, 1, 2), nowMillis + 10_000));
    receive(new Message.Committed(part(EAST, 1, 2)));
    // The provider is silent from now on.
    while (!text().contains("tender_parts_lost_total{")) {
      fireTimer();
    }
    offers(WEST, 2, nowMillis + 5_000);
    receive(new Message.Reserved(part(WEST, 2, 1), nowMillis + 10_000));
    receive(new Message.Committed(part(WEST, 2, 1)));
    nowMillis += 40_000;
    listener.resultsStored(
        part(WEST, 2, 1), List.of(new TaskOutcome(3, TaskSet.first(TASKS))), 1_234);
    receive(new Message.Results(part(WEST, 2, 1), TaskSet.first(TASKS), nowMillis, new Money(40)));
    assertThat(stored.state()).isInstanceOf(BagState.Ended.class);
  }

  private String text() {
    return meters.scrape();
  }

  @Test
  void metricsCountTheEventsOfABag() {
    runBag();
    assertThat(text().lines())
        .contains(
            "tender_bags_submitted_total{mechanism=\"offers\"} 1.0",
            "tender_bags_promised_total 1.0",
            "tender_bags_ended_total{ending=\"done\"} 1.0",
            "tender_promises_ended_total{outcome=\"broken\"} 1.0",
            "tender_reservations_refused_total{provider=\"east\",reason=\"no-capacity\"} 1.0",
            "tender_reservations_requested_total{provider=\"east\"} 2.0",
            "tender_reservations_released_total{provider=\"east\"} 1.0",
            "tender_parts_lost_total{cause=\"provider-silent\",provider=\"east\"} 1.0",
            "tender_parts_placed_total{provider=\"west\"} 1.0",
            "tender_parts_delivered_total{promise=\"late\",provider=\"west\"} 1.0",
            "tender_part_lateness_seconds_count{provider=\"west\"} 1",
            "tender_tasks_done_total{provider=\"west\"} 4.0",
            "tender_tasks_failed_total{provider=\"west\"} 4.0",
            "tender_result_bytes_total{provider=\"west\"} 1234.0",
            "tender_money_credits_total{kind=\"charge\"} 0.04");
    assertThat(text()).doesNotContain("b1");
  }

  @Test
  void measuresOfThePapersAreCounted() {
    runBag();
    assertThat(text().lines())
        .contains(
            "tender_deadlines_total{outcome=\"in-time\"} 1.0",
            "tender_deadline_work_processor_seconds_total{outcome=\"in-time\"} 20.0",
            "tender_promise_providers_sum 1.0",
            "tender_weighted_delay_percent_total 0.0");
  }

  /** The request is for 30 s and the promise for 45 s: half more, for each of four tasks. */
  @Test
  void laterPromiseIsWeightedDelay() {
    submit();
    offers(EAST, 1, START_MILLIS + 45_000);
    fireTimer();
    receive(new Message.Reserved(part(EAST, 1, 1), nowMillis + 10_000));
    receive(new Message.Committed(part(EAST, 1, 1)));
    assertThat(text().lines())
        .contains(
            "tender_deadlines_total{outcome=\"delayed\"} 1.0",
            "tender_weighted_delay_percent_total 200.0");
  }

  @Test
  void spansAreNestedAndUnique() {
    runBag();
    assertThat(spans.stream().map(BagSpan::key)).doesNotHaveDuplicates();
    assertThat(spans.stream().map(BagSpan::name))
        .contains("bag", "tender", "call", "offers", "refused", "lost");
    for (BagSpan span : spans) {
      assertThat(span.endMillis()).isGreaterThanOrEqualTo(span.startMillis());
      span.within()
          .ifPresent(
              parentKey -> {
                BagSpan parent =
                    spans.stream()
                        .filter(one -> one.key().equals(parentKey))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("No parent of " + span));
                assertThat(span.startMillis()).isGreaterThanOrEqualTo(parent.startMillis());
                assertThat(span.endMillis()).as("%s", span).isLessThanOrEqualTo(parent.endMillis());
              });
    }
  }

  @Test
  void auctionCyclesAreCounted() {
    ClearingView.BidView waiting =
        new ClearingView.BidView(BAG, 1, new Money(5), START_MILLIS, OptionalDouble.empty());
    listener.auctionCleared(
        new ClearingView(
            START_MILLIS,
            "dam",
            0.25,
            List.of(
                new ClearingView.AskView(EAST, 4, Money.ZERO, OptionalDouble.empty()),
                new ClearingView.AskView(WEST, 4, Money.ZERO, OptionalDouble.empty())),
            List.of(new ClearingView.MatchView(BAG, EAST, 1, 1, 3, 2, START_MILLIS, START_MILLIS)),
            List.of(waiting, waiting),
            List.of(waiting)));
    assertThat(text().lines())
        .contains(
            "tender_auction_clearings_total 1.0",
            "tender_auction_matches_total 1.0",
            "tender_auction_infeasible_total 1.0",
            "tender_auction_waiting_bids_sum 2.0",
            "tender_auction_match_ask_sum 2.0",
            "tender_auction_match_bid_sum 3.0",
            "tender_auction_load_deviation_ratio_sum 0.25");
  }
}
