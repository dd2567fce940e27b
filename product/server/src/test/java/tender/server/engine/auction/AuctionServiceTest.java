package tender.server.engine.auction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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
import tender.server.store.Database;
import tender.server.store.PostgresServer;

/** Two replicas run one auction. */
@Tag("live")
class AuctionServiceTest {
  private static final ProviderId NORTH = new ProviderId("north");
  private static final BagId FITS = new BagId("fits");
  private static final BagId LATE = new BagId("late");
  private static final AuctionSettings ALWAYS = new AuctionSettings("dam", 0);
  private static final BagStateMachine RULES =
      new Metascheduler(List.of(NORTH), new FewestProviders(), TimeoutConfig.answersOnly(1_000));

  private final List<String> notified = new ArrayList<>();
  private Database database;

  @BeforeEach
  void open() {
    database = Database.open(PostgresServer.shared().newDatabase(), "here");
    database.agentConnections().heartbeat("here");
    database.agentConnections().setConnected(NORTH, "here");
    long nowMillis = database.store().nowMillis();
    List<FreeSlot> slots = List.of(new FreeSlot(nowMillis, Time.NEVER, 4));
    database
        .auction()
        .publish(
            new Message.SlotsPublished(NORTH, Cluster.of(4), Money.ZERO, 10, slots, nowMillis),
            60_000);
    bid(FITS, nowMillis, Time.HOUR_MILLIS);
    bid(LATE, nowMillis, 1_000);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void clearedBagsAreNotified() {
    new AuctionService(database.auction(), ALWAYS, this::notifyBag, _ -> {}).clearIfDue();
    assertThat(notified)
        .containsExactly("fits AuctionMatched[providers=[north]]", "late DeadlineInfeasible[]");
    assertThat(open(FITS).isBidding()).isFalse();
    assertThat(database.store().read(LATE).orElseThrow().state())
        .isInstanceOf(BagState.Ended.class);
    assertThat(database.auction().latest(5)).hasSize(1);
  }

  @Test
  void bagsThatWereNotNotifiedAreInTheNextCycle() {
    new AuctionService(database.auction(), ALWAYS, (bag, event) -> {}, _ -> {}).clearIfDue();
    assertThat(open(FITS).isBidding()).isTrue();
    new AuctionService(database.auction(), ALWAYS, this::notifyBag, _ -> {}).clearIfDue();
    assertThat(notified)
        .containsExactly("fits AuctionMatched[providers=[north]]", "late DeadlineInfeasible[]");
    new AuctionService(database.auction(), ALWAYS, this::notifyBag, _ -> {}).clearIfDue();
    assertThat(notified).hasSize(2);
  }

  @Test
  void nextCycleIsNotClearedBeforeItIsDue() {
    AuctionSettings slow = new AuctionSettings("dam", 60_000);
    new AuctionService(database.auction(), slow, (bag, event) -> {}, _ -> {}).clearIfDue();
    new AuctionService(database.auction(), slow, this::notifyBag, _ -> {}).clearIfDue();
    assertThat(notified).isEmpty();
  }

  private BagState.Open open(BagId bag) {
    return (BagState.Open) database.store().read(bag).orElseThrow().state();
  }

  private void bid(BagId id, long nowMillis, long deadlineInMillis) {
    Bag bag = new Bag(1, 2, 5_000, nowMillis, nowMillis + deadlineInMillis);
    AcceptancePolicy policy = AcceptancePolicy.auctionBid(bag.deadlineMillis(), new Money(7));
    database
        .store()
        .commit(
            new BagTransactionBuilder(RULES)
                .submit(Optional.empty(), id, bag, policy, nowMillis)
                .orElseThrow());
  }

  private void notifyBag(BagId bag, BagEvent event) {
    notified.add(bag + " " + event);
    new BagTransactionBuilder(RULES)
        .handle(database.store().read(bag).orElseThrow(), event, database.store().nowMillis())
        .ifPresent(database.store()::commit);
  }
}
