package tender.server.engine.auction;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import tender.core.auction.Clearing;
import tender.core.auction.Cycle;
import tender.core.auction.QueueId;
import tender.core.auction.QueueReport;
import tender.core.auction.WaitingJob;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.Bag;
import tender.core.model.Money;
import tender.server.model.ClearingView;
import tender.server.store.auction.AuctionSnapshot;
import tender.server.store.auction.StoredSlotReport;

/**
 * Computes the result of a cycle.
 *
 * <p>A cycle is cleared for the first instant at which a match could start, not for the present: a
 * match must still be called, reserved and committed, and no provider promises an earlier start.
 * Otherwise bags would be matched whose deadline only an earlier start could meet.
 */
final class CycleClearing {
  private static final Logger LOG = System.getLogger(CycleClearing.class.getName());

  private final AuctionSettings settings;

  CycleClearing(AuctionSettings settings) {
    this.settings = settings;
  }

  /** The result; empty if there are no bids. */
  Optional<ClearingView> clear(AuctionSnapshot snapshot) {
    List<WaitingJob> jobs =
        snapshot.bidding().stream()
            .filter(bag -> mayBeMatched(bag, snapshot.nowMillis()))
            .map(CycleClearing::job)
            .toList();
    if (jobs.isEmpty()) {
      return Optional.empty();
    }
    RemainingSlots left = new RemainingSlots(snapshot);
    List<QueueReport> queues =
        snapshot.published().stream()
            .flatMap(published -> queue(published, left).stream())
            .toList();
    long leadMillis =
        snapshot.published().stream()
            .mapToLong(published -> published.report().leadMillis())
            .min()
            .orElse(0);
    Cycle cycle = new Cycle(snapshot.nowMillis() + leadMillis, jobs, queues);
    Clearing clearing = settings.clearing().clear(cycle);
    return Optional.of(
        new ClearingViewBuilder(cycle).view(snapshot.nowMillis(), settings.policy(), clearing));
  }

  /** A provider with an inconsistent report is left out and must not stop the others. */
  private static Optional<QueueReport> queue(StoredSlotReport published, RemainingSlots left) {
    Message.SlotsPublished report = published.report();
    try {
      return Optional.of(
          new QueueReport(
              new QueueId(report.provider(), 0),
              report.cluster(),
              report.pricePerProcessorHour(),
              left.of(published)));
    } catch (IllegalArgumentException | IllegalStateException e) {
      LOG.log(
          Level.WARNING,
          "Inconsistent slot report ignored: {0}",
          e.getMessage(),
          report.provider());
      return Optional.empty();
    }
  }

  private static boolean mayBeMatched(BagState.Open bag, long nowMillis) {
    return bag.placement().orElse(null) instanceof PlacementState.AwaitingMatch bidding
        && bidding.fromMillis() <= nowMillis;
  }

  private static WaitingJob job(BagState.Open open) {
    Bag bag = open.bag();
    return new WaitingJob(
        open.id(),
        bag.tasks(),
        bag.width(),
        bag.estimateMillis(),
        bag.submittedMillis(),
        open.acceptancePolicy().deadlineMillis(),
        open.acceptancePolicy().valuation().orElse(Money.ZERO));
  }
}
