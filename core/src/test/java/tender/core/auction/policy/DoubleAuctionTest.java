package tender.core.auction.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.core.auction.AuctionFixtures;
import tender.core.auction.Clearing;
import tender.core.auction.ClearingPolicy;
import tender.core.auction.Cycle;
import tender.core.auction.QueueReport;
import tender.core.auction.Valuation;
import tender.core.auction.WaitingJob;
import tender.core.model.FreeSlot;
import tender.core.model.Time;

class DoubleAuctionTest {
  private final ClearingPolicy auction = new DoubleAuction(Valuation.Form.PRODUCT);

  @Test
  void bidsAndAsksFollowEquations() {
    // At 60 s; demand 12, supply 20.
    WaitingJob urgent = AuctionFixtures.job("urgent", 8, 100, 260, 100);
    WaitingJob relaxed = AuctionFixtures.job("relaxed", 4, 100, 460, 200);
    QueueReport soon =
        AuctionFixtures.queue("soon", 10, 1_000, 50, new FreeSlot(90_000, Time.NEVER, 10));
    QueueReport later =
        AuctionFixtures.queue("later", 10, 1_000, 100, new FreeSlot(100_000, Time.NEVER, 10));

    Clearing clearing =
        auction.clear(new Cycle(60_000, List.of(urgent, relaxed), List.of(soon, later)));

    // (1): wait × price share × load share × demand over supply.
    assertThat(clearing.asks().get(0).ask()).isCloseTo(30 * 0.5 * 1 * 0.6, within(1e-9));
    assertThat(clearing.asks().get(1).ask()).isCloseTo(40 * 1 * 1 * 0.6, within(1e-9));
    // (2): value share × longest time left over own × demand over supply × waited share. No job
    // bids more than is asked, because the wait counts in seconds.
    assertThat(clearing.waiting().get(0).bid()).isCloseTo(0.5 * 400.0 / 200 * 0.6, within(1e-9));
    assertThat(clearing.waiting().get(1).bid()).isCloseTo(1.0 * 1 * 0.6, within(1e-9));
    assertThat(clearing.matches()).isEmpty();
  }

  @Test
  void normalisedSumCountsWaitAsShareOfLongest() {
    WaitingJob job = AuctionFixtures.job("a", 10, 100, 960, 100);
    QueueReport soon =
        AuctionFixtures.queue("soon", 10, 1_000, 50, new FreeSlot(80_000, Time.NEVER, 10));
    QueueReport later =
        AuctionFixtures.queue("later", 10, 1_000, 100, new FreeSlot(100_000, Time.NEVER, 10));

    Clearing clearing =
        new DoubleAuction(Valuation.Form.NORMALISED_SUM)
            .clear(new Cycle(60_000, List.of(job), List.of(soon, later)));

    // Wait share + price share + load share + demand over supply.
    assertThat(clearing.asks().get(0).ask()).isCloseTo(0.5 + 0.5 + 1 + 0.5, within(1e-9));
    assertThat(clearing.asks().get(1).ask()).isCloseTo(1 + 1 + 1 + 0.5, within(1e-9));
  }

  @Test
  void asksOfOneCycleCanStayFixed() {
    Cycle cycle =
        new Cycle(
            0,
            List.of(
                AuctionFixtures.job("a", 2, 100, 900, 10),
                AuctionFixtures.job("b", 2, 100, 900, 9)),
            List.of(
                AuctionFixtures.queue("one", 10, 10, 0), AuctionFixtures.queue("two", 8, 2, 0)));

    Clearing fixed =
        new DoubleAuction(Valuation.Form.SUM, DoubleAuction.AskUpdate.ONCE_A_CYCLE).clear(cycle);

    assertThat(fixed.matches())
        .extracting(match -> match.queue().provider().value())
        .containsExactly("one", "one");
    assertThat(fixed.matches())
        .extracting(Clearing.Match::ask)
        .containsOnly(fixed.asks().get(0).ask());
  }

  @Test
  void freeQueueAsksZeroAndLeastLoadedIsTakenFirst() {
    Cycle cycle =
        new Cycle(
            0,
            List.of(AuctionFixtures.job("a", 2, 100, 200, 10)),
            List.of(
                AuctionFixtures.queue("full", 10, 3, 0), AuctionFixtures.queue("idle", 10, 10, 0)));

    Clearing clearing = auction.clear(cycle);

    assertThat(clearing.asks()).extracting(Clearing.Ask::ask).containsExactly(0.0, 0.0);
    assertThat(clearing.matches().getFirst().queue().provider().value()).isEqualTo("idle");
  }

  @Test
  void matchTakesSlotsFromLaterJobs() {
    Cycle cycle =
        new Cycle(
            0,
            List.of(
                AuctionFixtures.job("first", 6, 100, 110, 30),
                AuctionFixtures.job("second", 6, 100, 111, 20),
                AuctionFixtures.job("third", 6, 100, 112, 10)),
            List.of(AuctionFixtures.queue("one", 8, 8, 0), AuctionFixtures.queue("two", 8, 8, 0)));

    Clearing clearing = auction.clear(cycle);

    assertThat(clearing.matches())
        .extracting(match -> match.job().id() + " " + match.queue())
        .containsExactly("first one/0", "second two/0");
    assertThat(clearing.waiting())
        .extracting(bid -> bid.job().id().value())
        .containsExactly("third");
  }

  @Test
  void unmatchedBidGrows() {
    List<QueueReport> busy = List.of(AuctionFixtures.queue("busy", 8, 4, 1_000));
    List<WaitingJob> jobs =
        List.of(
            AuctionFixtures.job("waits", 4, 100, 2_000, 10),
            AuctionFixtures.job("other", 4, 100, 9_000, 10));
    double before = bid(auction.clear(new Cycle(0, jobs, busy)), "waits");
    double after = bid(auction.clear(new Cycle(500_000, jobs, busy)), "waits");
    assertThat(after).isGreaterThan(before);
  }

  private static double bid(Clearing clearing, String id) {
    return clearing.waiting().stream()
        .filter(bid -> bid.job().id().value().equals(id))
        .findFirst()
        .orElseThrow()
        .bid();
  }

  @Test
  void lateJobIsInfeasibleAndTooWideJobWaits() {
    Cycle cycle =
        new Cycle(
            50_000,
            List.of(
                AuctionFixtures.job("late", 1, 100, 140, 10),
                AuctionFixtures.job("wide", 99, 100, 900, 10)),
            List.of(AuctionFixtures.queue("one", 8, 8, 0)));

    Clearing clearing = auction.clear(cycle);

    assertThat(clearing.infeasible()).extracting(job -> job.id().value()).containsExactly("late");
    assertThat(clearing.waiting())
        .extracting(bid -> bid.job().id().value())
        .containsExactly("wide");
  }

  @Test
  void marketWithoutQueuesKeepsJobsWaiting() {
    Clearing clearing =
        auction.clear(new Cycle(0, List.of(AuctionFixtures.job("a", 1, 10, 20, 1)), List.of()));
    assertThat(clearing.waiting()).hasSize(1);
  }

  @Test
  void slotsBeyondQueueProcessorsAreIgnored() {
    QueueReport boasts = AuctionFixtures.queue("boasts", 4, 100, 0);
    Clearing clearing =
        auction.clear(
            new Cycle(
                0,
                List.of(
                    AuctionFixtures.job("a", 3, 10, 15, 2), AuctionFixtures.job("b", 3, 10, 15, 1)),
                List.of(boasts)));
    assertThat(clearing.matches()).hasSize(1);
  }
}
