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
 * How a cycle ends, as a function of what is known.
 *
 * <p>It is cleared for the first instant at which anything matched now could start, not for the
 * present: a match has yet to be called for, reserved and committed, and no provider promises an
 * earlier start. Else bags would be matched whose deadline only an earlier start could meet.
 */
final class CycleClearing {
  private static final Logger LOG = System.getLogger(CycleClearing.class.getName());

  private final AuctionSettings settings;

  CycleClearing(AuctionSettings settings) {
    this.settings = settings;
  }

  /** Nothing, if nobody bids. */
  Optional<ClearingView> clear(AuctionSnapshot situation) {
    List<WaitingJob> jobs =
        situation.bidding().stream()
            .filter(bag -> mayBeMatched(bag, situation.nowMillis()))
            .map(CycleClearing::job)
            .toList();
    if (jobs.isEmpty()) {
      return Optional.empty();
    }
    RemainingSlots left = new RemainingSlots(situation);
    List<QueueReport> queues =
        situation.published().stream()
            .flatMap(published -> queue(published, left).stream())
            .toList();
    long leadMillis =
        situation.published().stream()
            .mapToLong(published -> published.report().leadMillis())
            .min()
            .orElse(0);
    Cycle cycle = new Cycle(situation.nowMillis() + leadMillis, jobs, queues);
    Clearing clearing = settings.clearing().clear(cycle);
    return Optional.of(
        new ClearingViewBuilder(cycle).view(situation.nowMillis(), settings.policy(), clearing));
  }

  /** One whose word does not add up is left out, and must not stop the others. */
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
      LOG.log(Level.WARNING, "What {0} told is left out: {1}", report.provider(), e.getMessage());
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
        bag.width(),
        bag.estimateMillis(),
        bag.submittedMillis(),
        open.acceptancePolicy().deadlineMillis(),
        open.acceptancePolicy().valuation().orElse(Money.ZERO));
  }
}
