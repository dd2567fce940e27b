package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.core.call.PublishedCapabilities;
import tender.core.compose.FewestProviders;
import tender.core.message.Message;
import tender.core.metascheduler.Metascheduler;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagStateMachine;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.FreeSlot;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.store.BagTransactionBuilder;
import tender.server.model.ClearingView;
import tender.server.store.auction.AuctionRepository;
import tender.server.store.auction.AuctionSnapshot;
import tender.server.store.auction.RecentMatch;

class AuctionRepositoryTest extends DatabaseTestCase {
  private static final ProviderId NORTH = new ProviderId("north");
  private static final BagId BAG = new BagId("bag");
  private static final long TOLERANCE_MILLIS = 5_000;
  private static final BagStateMachine RULES =
      new Metascheduler(List.of(NORTH), new FewestProviders(), TimeoutConfig.answersOnly(1_000));

  private AuctionRepository auction;
  private long nowMillis;

  @BeforeEach
  void connect() {
    auction = database.auction();
    nowMillis = database.store().nowMillis();
    database.agentConnections().heartbeat("here");
    database.agentConnections().setConnected(NORTH, "here");
  }

  @Test
  void latestPublishedSlotsAreUsed() {
    bid();
    auction.publish(slots(4, nowMillis), TOLERANCE_MILLIS);
    auction.publish(slots(2, nowMillis - 1), TOLERANCE_MILLIS);
    assertThat(processors()).containsExactly(4);
    auction.publish(slots(3, nowMillis + 1), TOLERANCE_MILLIS);
    assertThat(processors()).containsExactly(3);
  }

  @Test
  void slotsOfUnusableProvidersAreIgnored() {
    bid();
    auction.publish(slots(4, nowMillis - TOLERANCE_MILLIS - 1_000), TOLERANCE_MILLIS);
    assertThat(processors()).isEmpty();
    auction.publish(slots(4, nowMillis), TOLERANCE_MILLIS);
    database.agentConnections().setDisconnected(NORTH, "here");
    assertThat(processors()).isEmpty();
    database.agentConnections().setConnected(NORTH, "here");
    sql.update("update published_slots set stored_millis = stored_millis - 30000");
    assertThat(processors()).isEmpty();
    auction.publish(slots(5, nowMillis - 1), TOLERANCE_MILLIS);
    assertThat(processors()).containsExactly(5);
  }

  @Test
  void publishedCapabilitiesStayKnown() {
    assertThat(auction.publishedCapabilities()).isEmpty();
    Message.SlotsPublished published = slots(4, nowMillis);
    auction.publish(published, TOLERANCE_MILLIS);
    sql.update("update published_slots set stored_millis = stored_millis - 30000");
    assertThat(auction.publishedCapabilities())
        .containsExactly(
            Map.entry(
                NORTH,
                new PublishedCapabilities(
                    Optional.of(published.cluster()),
                    Optional.of(published.pricePerProcessorHour()))));
  }

  @Test
  void onlyBiddingBagsAreFound() {
    assertThat(snapshot().bidding()).isEmpty();
    bid();
    assertThat(snapshot().bidding()).extracting(BagState::id).containsExactly(BAG);
    handle(new BagEvent.AuctionMatched(List.of(NORTH)));
    assertThat(snapshot().bidding()).isEmpty();
    handle(new BagEvent.TimerFired());
    assertThat(snapshot().bidding()).hasSize(1);
    handle(new BagEvent.DeadlineInfeasible());
    assertThat(snapshot().bidding()).isEmpty();
  }

  @Test
  void outcomeOfAMatchIsInTheNextSnapshot() {
    bid();
    auction.clear(0, now -> Optional.of(matched(now.nowMillis())));
    List<RecentMatch> recent = snapshot().recent();
    assertThat(recent).hasSize(1);
    assertThat(recent.getFirst().match().provider()).isEqualTo(NORTH);
    assertThat(recent.getFirst().promisedMillis()).isEmpty();
  }

  @Test
  void cycleIsClearedOnceAndLatestCyclesAreRetained() {
    bid();
    for (int i = 0; i < AuctionRepository.RETAINED_CYCLES + 3; i++) {
      assertThat(auction.clear(0, now -> Optional.of(empty(now.nowMillis())))).isPresent();
    }
    assertThat(auction.clear(60_000, now -> Optional.of(empty(0)))).isEmpty();
    assertThat(auction.latest(1_000)).hasSize(AuctionRepository.RETAINED_CYCLES);
    assertThat(auction.latest(1).getFirst().atMillis()).isPositive();
  }

  @Test
  void onlyOneReplicaClearsAndAFailedCycleIsRepeated() throws Exception {
    bid();
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<Void> failing =
        CompletableFuture.runAsync(
            () ->
                auction.clear(
                    0,
                    now -> {
                      started.countDown();
                      await(end);
                      throw new IllegalStateException("fails");
                    }));
    await(started);
    assertThat(auction.clear(0, now -> Optional.of(empty(1)))).isEmpty();
    end.countDown();
    assertThat(failing).failsWithin(10, TimeUnit.SECONDS);
    assertThat(auction.latest(10)).isEmpty();
    assertThat(auction.clear(0, now -> Optional.of(empty(1)))).isPresent();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void bid() {
    Bag bag = new Bag(1, 2, 1_000, nowMillis, nowMillis + Time.HOUR_MILLIS);
    AcceptancePolicy policy = AcceptancePolicy.auctionBid(bag.deadlineMillis(), new Money(7));
    database
        .store()
        .commit(
            new BagTransactionBuilder(RULES)
                .submit(Optional.empty(), BAG, bag, policy, nowMillis)
                .orElseThrow());
  }

  private void handle(BagEvent event) {
    nowMillis += 2_000;
    database
        .store()
        .commit(
            new BagTransactionBuilder(RULES)
                .handle(database.store().read(BAG).orElseThrow(), event, nowMillis)
                .orElseThrow());
  }

  private static Message.SlotsPublished slots(int processors, long madeMillis) {
    List<FreeSlot> slots = List.of(new FreeSlot(madeMillis, Time.NEVER, processors));
    return new Message.SlotsPublished(
        NORTH, Cluster.of(processors), Money.ZERO, 10, slots, madeMillis);
  }

  private AuctionSnapshot snapshot() {
    List<AuctionSnapshot> seen = new ArrayList<>();
    auction.clear(
        0,
        now -> {
          seen.add(now);
          return Optional.empty();
        });
    return seen.getFirst();
  }

  private List<Integer> processors() {
    return snapshot().published().stream()
        .map(published -> published.report().cluster().processors())
        .toList();
  }

  private static ClearingView empty(long atMillis) {
    return new ClearingView(
        atMillis,
        "dam",
        0.5,
        List.of(
            new ClearingView.AskView(NORTH, 4, Money.ZERO, OptionalDouble.empty()),
            new ClearingView.AskView(NORTH, 4, Money.ZERO, OptionalDouble.of(0.5))),
        List.of(),
        List.of(),
        List.of());
  }

  private static ClearingView matched(long atMillis) {
    ClearingView.MatchView match =
        new ClearingView.MatchView(BAG, NORTH, 1, 2, 1, 0, atMillis, atMillis + 1_000);
    return new ClearingView(atMillis, "dam", 0, List.of(), List.of(match), List.of(), List.of());
  }
}
