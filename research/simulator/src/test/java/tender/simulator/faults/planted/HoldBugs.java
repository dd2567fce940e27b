package tender.simulator.faults.planted;

import java.util.ArrayList;
import java.util.List;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagStateMachine;
import tender.core.metascheduler.state.BagTransition;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.Time;

/** Bugs of the metascheduler with bags of another market. */
final class HoldBugs {
  private HoldBugs() {}

  static List<PlantedBug> all() {
    return List.of(
        PlantedBug.inRules(
            "held-part-committed",
            "The parts of another market's bag are committed when they are reserved.",
            HoldBugs::heldPartCommitted),
        PlantedBug.inRules(
            "hold-never-expires",
            "Parts are held until the other market commits, however long that takes.",
            HoldBugs::holdNeverExpires),
        PlantedBug.inRules(
            "uncommitted-tasks-kept",
            "A bag keeps the tasks that the other market has not committed to.",
            HoldBugs::uncommittedTasksKept));
  }

  private static boolean isHeld(BagState state) {
    return state instanceof BagState.Open open
        && open.placement().orElse(null) instanceof PlacementState.Held;
  }

  private static BagTransition heldPartCommitted(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    BagTransition held = correct.handle(state, event, nowMillis);
    if (!isHeld(held.state())) {
      return held;
    }
    BagTransition committed =
        correct.handle(
            held.state(), new BagEvent.HoldCommitted(held.state().bag().tasks()), nowMillis);
    List<BagEffect> effects = new ArrayList<>(held.effects());
    effects.addAll(committed.effects());
    return new BagTransition(committed.state(), effects);
  }

  private static BagTransition holdNeverExpires(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    return event instanceof BagEvent.TimerFired
            && state instanceof BagState.Open open
            && open.placement().orElse(null) instanceof PlacementState.Held held
        ? new BagTransition(
            BagStateEdits.with(
                open,
                new PlacementState.Held(
                    held.call(), held.attempt(), held.composition(), nowMillis + Time.HOUR_MILLIS)),
            List.of())
        : correct.handle(state, event, nowMillis);
  }

  private static BagTransition uncommittedTasksKept(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    BagTransition committed = correct.handle(state, event, nowMillis);
    return event instanceof BagEvent.HoldCommitted
            && isHeld(state)
            && committed.state() instanceof BagState.Open open
        ? new BagTransition(BagStateEdits.with(open, state.bag()), committed.effects())
        : committed;
  }
}
