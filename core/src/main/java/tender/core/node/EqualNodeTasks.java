package tender.core.node;

import tender.core.model.Time;
import tender.core.profile.Profile;

/**
 * Places equal tasks on nodes, one by one, each at the earliest start. After a search, a task of
 * one node brings as many of the others to its node as fit there beside it, so that there is one
 * search for each node and start, not for each task.
 */
final class EqualNodeTasks {
  private final NodeProfile profile;
  private final NodeDemand demand;
  private final long durationMillis;

  EqualNodeTasks(NodeProfile profile, NodeDemand demand, long durationMillis) {
    this.profile = profile;
    this.demand = demand;
    this.durationMillis = durationMillis;
  }

  long place(int tasks, long notBeforeMillis, Profile.RunConsumer runs) {
    int left = tasks;
    int together = 0;
    long startMillis = notBeforeMillis;
    while (left > 0) {
      // Each task leaves less for the next, so that no later one starts earlier.
      NodePlacement placement = profile.earliestStart(demand, durationMillis, startMillis);
      if (placement.startMillis() != startMillis && together > 0) {
        runs.add(startMillis, together);
        together = 0;
      }
      if (placement.isNone()) {
        return Time.NEVER;
      }
      startMillis = placement.startMillis();
      int taken = take(placement, left);
      together += taken;
      left -= taken;
    }
    runs.add(startMillis, together);
    return startMillis;
  }

  private int take(NodePlacement placement, int left) {
    long untilMillis = placement.startMillis() + durationMillis;
    if (demand.nodes > 1) {
      profile.take(demand, placement, untilMillis);
      return 1;
    }
    return profile.takeTogether(
        demand, placement.node(0), placement.startMillis(), untilMillis, left);
  }
}
