package tender.simulator.faults.planted;

import java.util.List;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagStateMachine;
import tender.core.metascheduler.state.BagTransition;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.TaskSet;

/** Bugs of the metascheduler with bidding bags. */
final class BiddingBugs {
  private BiddingBugs() {}

  static List<PlantedBug> all() {
    return List.of(
        PlantedBug.inRules(
            "late-match-accepted",
            "A match is accepted even if the bag no longer bids.",
            BiddingBugs::lateMatchAccepted),
        PlantedBug.inRules(
            "bids-after-deadline",
            "A bag continues to bid after its deadline.",
            BiddingBugs::bidsAfterDeadline));
  }

  private static BagTransition lateMatchAccepted(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    return event instanceof BagEvent.AuctionMatched
            && state instanceof BagState.Open open
            && !open.isBidding()
        ? correct.handle(
            BagStateEdits.with(
                open,
                new PlacementState.AwaitingMatch(
                    TaskSet.first(open.bag().tasks()),
                    nowMillis,
                    open.acceptancePolicy().deadlineMillis())),
            event,
            nowMillis)
        : correct.handle(state, event, nowMillis);
  }

  private static BagTransition bidsAfterDeadline(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    return event instanceof BagEvent.TimerFired
            && state instanceof BagState.Open open
            && open.isBidding()
        ? new BagTransition(state, List.of())
        : correct.handle(state, event, nowMillis);
  }
}
