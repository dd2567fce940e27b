package tender.simulator.faults.planted;

import java.util.List;
import tender.core.metascheduler.BagEvent;
import tender.core.metascheduler.BagRules;
import tender.core.metascheduler.BagState;
import tender.core.metascheduler.Tender;
import tender.core.metascheduler.Transition;
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

  private static Transition lateMatchTaken(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    return event instanceof BagEvent.Matched
            && state instanceof BagState.Open open
            && !open.isBidding()
        ? right.handle(
            OpenBag.with(
                open,
                new Tender.Bidding(TaskSet.first(1), nowMillis, open.mandate().deadlineMillis())),
            event,
            nowMillis)
        : right.handle(state, event, nowMillis);
  }

  private static Transition bidsForEver(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    return event instanceof BagEvent.Woken
            && state instanceof BagState.Open open
            && open.isBidding()
        ? new Transition(state, List.of())
        : right.handle(state, event, nowMillis);
  }
}
