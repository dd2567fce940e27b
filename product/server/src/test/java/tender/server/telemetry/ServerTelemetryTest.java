package tender.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tender.core.compose.CompositionPolicies;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.Metascheduler;
import tender.core.metascheduler.TimeoutConfig;
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
import tender.support.telemetry.Meters;
import tender.support.telemetry.BagSpan;
import tender.server.engine.MarketListener;
import tender.server.model.ClearingView;
import tender.bagfile.results.TaskOutcome;

/**
 * A bag to which everything happens, decided by core: a part is refused, then lost, then done by
 * another provider too late. Whoever looks on sees it, in figures and in spans.
 */
class ServerTelemetryTest {
  private static final BagId BAG = new BagId("b1");
  private static final ProviderId EAST = new ProviderId("east");
  private static final ProviderId WEST = new ProviderId("west");
  private static final int TASKS = 4;
  private static final long BEGIN_MILLIS = 1_000_000;
  private static final TimeoutConfig PATIENCE = new TimeoutConfig(1_000, 5_000, 60_000, 60_000, 60_000);

  private final BagTransactionBuilder clerk =
      new BagTransactionBuilder(
          new Metascheduler(
              List.of(EAST, WEST),
              Objects.requireNonNull(CompositionPolicies.all().get("earliest")),
              PATIENCE,
              100));
  private final Meters meters = new Meters();
  private final List<BagSpan> spans = new ArrayList<>();
  private final MarketListener onlookers =
      new CompositeMarketListener(List.of(new BagLogger(), new MarketMeters(meters), new MarketSpans(spans::add)));
  private StoredBag stored;
  private long nowMillis = BEGIN_MILLIS;

  @AfterEach
  void close() {
    meters.close();
  }

  private void submit() {
    Bag bag = new Bag(TASKS, 1, 5_000, nowMillis, nowMillis + 30_000);
    AcceptancePolicy mandate = new AcceptancePolicy(nowMillis + 30_000, nowMillis + 600_000, new Money(1_000_000));
    written(clerk.submit(Optional.empty(), BAG, bag, mandate, nowMillis).orElseThrow());
  }

  private void happens(BagEvent event) {
    clerk.handle(stored, event, nowMillis).ifPresent(this::written);
  }

  private void written(Transaction transaction) {
    onlookers.bagWritten(Optional.ofNullable(stored).map(StoredBag::state), transaction, nowMillis);
    stored = new StoredBag(transaction.state(), transaction.version());
  }

  private void hears(Message.ToMetascheduler message) {
    nowMillis += 100;
    onlookers.messageReceived(message);
    happens(new BagEvent.MessageReceived(message));
  }

  private void offers(ProviderId provider, int round, long byMillis) {
    Offer offer = new Offer(provider, TASKS, byMillis, new Money(10));
    hears(
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

  private void wakes() {
    nowMillis = Math.max(nowMillis, stored.state().timerMillis());
    happens(new BagEvent.TimerFired());
  }

  private void tell() {
    submit();
    offers(EAST, 1, BEGIN_MILLIS + 25_000);
    wakes();
    hears(
        new Message.Refused(
            part(EAST, 1, 1),
            Message.RefusalReason.NO_CAPACITY,
            List.of(new Offer(EAST, TASKS, BEGIN_MILLIS + 28_000, new Money(10)))));
    hears(new Message.Reserved(part(EAST, 1, 2), nowMillis + 10_000));
    hears(new Message.Committed(part(EAST, 1, 2)));
    // Nothing is heard of it any more.
    while (!text().contains("tender_parts_lost_total{")) {
      wakes();
    }
    offers(WEST, 2, nowMillis + 5_000);
    hears(new Message.Reserved(part(WEST, 2, 1), nowMillis + 10_000));
    hears(new Message.Committed(part(WEST, 2, 1)));
    nowMillis += 40_000;
    onlookers.resultsStored(part(WEST, 2, 1), List.of(new TaskOutcome(3, TaskSet.first(TASKS))), 1_234);
    hears(new Message.Results(part(WEST, 2, 1), TaskSet.first(TASKS), nowMillis, new Money(40)));
    assertThat(stored.state()).isInstanceOf(BagState.Ended.class);
  }

  private String text() {
    return meters.scrape();
  }

  @Test
  void figuresSayWhatHappened() {
    tell();
    assertThat(text().lines())
        .contains(
            "tender_bags_handed_in_total{mechanism=\"offers\"} 1.0",
            "tender_bags_promised_total 1.0",
            "tender_bags_ended_total{ending=\"done\"} 1.0",
            "tender_promises_ended_total{outcome=\"broken\"} 1.0",
            "tender_reservations_refused_total{provider=\"east\",why=\"no-room-any-more\"} 1.0",
            "tender_reservations_asked_total{provider=\"east\"} 2.0",
            "tender_reservations_withdrawn_total{provider=\"east\"} 1.0",
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
  void spansAreWithinOneAnotherAndThereOnce() {
    tell();
    assertThat(spans.stream().map(BagSpan::key)).doesNotHaveDuplicates();
    assertThat(spans.stream().map(BagSpan::name))
        .contains("bag", "tender", "call", "offers", "refused", "lost");
    for (BagSpan span : spans) {
      assertThat(span.endMillis()).isGreaterThanOrEqualTo(span.startMillis());
      span.within()
          .ifPresent(
              about -> {
                BagSpan around =
                    spans.stream()
                        .filter(one -> one.key().equals(about))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("Nothing is around " + span));
                assertThat(span.startMillis()).isGreaterThanOrEqualTo(around.startMillis());
                assertThat(span.endMillis()).as("%s", span).isLessThanOrEqualTo(around.endMillis());
              });
    }
  }

  @Test
  void cyclesOfTheAuctionAreCounted() {
    ClearingView.BidView waits =
        new ClearingView.BidView(BAG, 1, new Money(5), BEGIN_MILLIS, OptionalDouble.empty());
    onlookers.auctionCleared(
        new ClearingView(
            BEGIN_MILLIS,
            "dam",
            List.of(),
            List.of(new ClearingView.MatchView(BAG, EAST, 1, 3, 2, BEGIN_MILLIS, BEGIN_MILLIS)),
            List.of(waits, waits),
            List.of(waits)));
    assertThat(text().lines())
        .contains(
            "tender_auction_clearings_total 1.0",
            "tender_auction_matches_total 1.0",
            "tender_auction_hopeless_total 1.0",
            "tender_auction_waiting_bids_sum 2.0",
            "tender_auction_match_ask_sum 2.0",
            "tender_auction_match_bid_sum 3.0");
  }
}
