package tender.simulator.faults.planted;

import java.util.List;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.BagStateMachine;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.BagTransition;
import tender.core.model.TaskSet;

/** Mistakes of the metascheduler with bags that bid. */
final class BiddingBugs {
  private BiddingBugs() {}

  static List<PlantedBug> all() {
    return List.of(
        PlantedBug.inRules(
            "late-match-taken",
            "A match is taken also when the bag does not bid any more.",
            BiddingBugs::lateMatchTaken),
        PlantedBug.inRules(
            "bids-for-ever",
            "A bag goes on bidding when its deadline has passed.",
            BiddingBugs::bidsForEver));
  }

  private static BagTransition lateMatchTaken(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    return event instanceof BagEvent.AuctionMatched
            && state instanceof BagState.Open open
            && !open.isBidding()
        ? right.handle(
            BagStateEdits.with(
                open,
                new PlacementState.AwaitingMatch(TaskSet.first(1), nowMillis, open.acceptancePolicy().deadlineMillis())),
            event,
            nowMillis)
        : right.handle(state, event, nowMillis);
  }

  private static BagTransition bidsForEver(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    return event instanceof BagEvent.TimerFired
            && state instanceof BagState.Open open
            && open.isBidding()
        ? new BagTransition(state, List.of())
        : right.handle(state, event, nowMillis);
  }
}
