package tender.server.engine.auction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tender.core.compose.FewestProviders;
import tender.core.message.Message;
import tender.core.metascheduler.Metascheduler;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.FreeSlot;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.server.model.ClearingView;
import tender.server.store.auction.AuctionSnapshot;
import tender.server.store.auction.RecentMatch;
import tender.server.store.auction.StoredSlotReport;

class CycleClearingTest {
  private static final ProviderId NORTH = new ProviderId("north");
  private static final ProviderId SOUTH = new ProviderId("south");
  private static final long NOW = 100_000;
  private static final long LEAD = 1_000;
  private static final long RUN = 5_000;
  private static final Metascheduler RULES =
      new Metascheduler(List.of(NORTH), new FewestProviders(), TimeoutConfig.answersOnly(1_000));

  private final CycleClearing clearing = new CycleClearing(AuctionSettings.DEFAULT);

  @Test
  void feasibleBagIsMatchedAfterTheLeadTime() {
    ClearingView cleared =
        clear(
            List.of(bag("tight", 4, LEAD + RUN), bag("late", 4, LEAD + RUN - 1)),
            List.of(report(NORTH, 8, 0)),
            List.of());
    assertThat(cleared.matches())
        .singleElement()
        .satisfies(
            match -> {
              assertThat(match.bag()).isEqualTo(new BagId("tight"));
              assertThat(match.startMillis()).isEqualTo(NOW + LEAD);
              assertThat(match.endMillis()).isEqualTo(NOW + LEAD + RUN);
            });
    assertThat(cleared.infeasible()).extracting(bid -> bid.bag().value()).containsExactly("late");
    assertThat(cleared.asks()).singleElement().matches(ask -> ask.ask().isPresent());
  }

  @Test
  void withoutSlotsAllBidsWait() {
    ClearingView cleared = clear(List.of(bag("one", 4, Time.HOUR_MILLIS)), List.of(), List.of());
    assertThat(cleared.matches()).isEmpty();
    assertThat(cleared.waiting()).singleElement().matches(bid -> bid.bid().isPresent());
  }

  @Test
  void withoutActiveBidsNothingIsCleared() {
    AuctionSnapshot noBids = snapshot(List.of(), List.of(report(NORTH, 8, 0)), List.of());
    assertThat(clearing.clear(noBids)).isEmpty();
    BagState.Open bag = bag("one", 4, Time.HOUR_MILLIS);
    BagState called = RULES.handle(bag, new BagEvent.AuctionMatched(List.of(NORTH)), NOW).state();
    BagState pausing = RULES.handle(called, new BagEvent.TimerFired(), NOW + 1_000).state();
    AuctionSnapshot paused =
        snapshot(List.of((BagState.Open) pausing), List.of(report(NORTH, 8, 0)), List.of());
    assertThat(clearing.clear(paused)).isEmpty();
  }

  @Test
  void matchedSlotsAreNotAssignedAgain() {
    List<BagState.Open> bids = List.of(bag("two", 6, LEAD + RUN));
    BagState.Open one = bag("one", 6, Time.HOUR_MILLIS);
    BagState.Open called =
        (BagState.Open) RULES.handle(one, new BagEvent.AuctionMatched(List.of(NORTH)), NOW).state();
    ClearingView.MatchView match =
        new ClearingView.MatchView(
            one.id(), NORTH, 1, 6, 1, 0, NOW + LEAD - 100, NOW + LEAD - 100 + RUN);
    List<StoredSlotReport> before = List.of(report(NORTH, 8, 0));
    List<StoredSlotReport> after = List.of(report(NORTH, 8, 10));

    assertThat(matches(bids, before, new RecentMatch(match, called, OptionalLong.empty())))
        .as("while it is being reserved")
        .isZero();
    assertThat(matches(bids, before, new RecentMatch(match, called, OptionalLong.of(NOW + 5))))
        .as("promised after the provider published")
        .isZero();
    assertThat(matches(bids, after, new RecentMatch(match, called, OptionalLong.of(NOW + 5))))
        .as("promised before the provider published")
        .isOne();
    assertThat(matches(bids, before, new RecentMatch(match, one, OptionalLong.empty())))
        .as("failed")
        .isOne();
    ClearingView.MatchView elsewhere =
        new ClearingView.MatchView(one.id(), SOUTH, 1, 6, 1, 0, NOW, NOW + RUN);
    assertThat(matches(bids, before, new RecentMatch(elsewhere, called, OptionalLong.empty())))
        .as("at another provider")
        .isOne();
  }

  @Test
  void inconsistentReportDoesNotStopOthers() {
    FreeSlot unlimited = new FreeSlot(NOW, Time.NEVER, Integer.MAX_VALUE);
    StoredSlotReport inconsistent =
        new StoredSlotReport(
            new Message.SlotsPublished(
                SOUTH, Cluster.of(Integer.MAX_VALUE), Money.ZERO, LEAD, List.of(unlimited), NOW),
            NOW);
    BagState.Open one = bag("one", 6, Time.HOUR_MILLIS);
    BagState called = RULES.handle(one, new BagEvent.AuctionMatched(List.of(SOUTH)), NOW).state();
    ClearingView.MatchView match =
        new ClearingView.MatchView(one.id(), SOUTH, 1, 6, 1, 0, NOW, NOW + LEAD + RUN);
    ClearingView cleared =
        clear(
            List.of(bag("two", 6, LEAD + RUN)),
            List.of(report(NORTH, 8, 0), inconsistent),
            List.of(
                new RecentMatch(match, called, OptionalLong.empty()),
                new RecentMatch(match, called, OptionalLong.empty())));
    assertThat(cleared.matches()).hasSize(1);
  }

  private int matches(
      List<BagState.Open> bids, List<StoredSlotReport> reports, RecentMatch recent) {
    return clear(bids, reports, List.of(recent)).matches().size();
  }

  private ClearingView clear(
      List<BagState.Open> bids, List<StoredSlotReport> reports, List<RecentMatch> recent) {
    return clearing.clear(snapshot(bids, reports, recent)).orElseThrow();
  }

  private static AuctionSnapshot snapshot(
      List<BagState.Open> bids, List<StoredSlotReport> reports, List<RecentMatch> recent) {
    return new AuctionSnapshot(NOW, bids, reports, recent);
  }

  private static BagState.Open bag(String id, int width, long deadlineInMillis) {
    Bag bag = new Bag(1, width, RUN, NOW - 1_000, NOW + deadlineInMillis);
    AcceptancePolicy policy = AcceptancePolicy.auctionBid(bag.deadlineMillis(), new Money(10_000));
    return (BagState.Open) RULES.submit(new BagId(id), bag, policy, NOW - 1_000).state();
  }

  private static StoredSlotReport report(ProviderId provider, int processors, long ageMillis) {
    List<FreeSlot> slots = List.of(new FreeSlot(NOW, Time.NEVER, processors));
    return new StoredSlotReport(
        new Message.SlotsPublished(
            provider, Cluster.of(processors), new Money(5), LEAD, slots, NOW),
        NOW + ageMillis);
  }
}
