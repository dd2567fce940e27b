package tender.experiments.optimum;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import tender.core.auction.Cycle;
import tender.core.auction.QueueReport;
import tender.core.auction.WaitingJob;
import tender.core.model.Cluster;
import tender.core.model.FreeSlot;
import tender.core.model.Time;
import tender.core.profile.ArrayProfile;

/**
 * Tries all orders of all jobs in all queues, each job as early as possible. Any feasible placement
 * can be built in the order of the starts.
 */
final class BruteForce {
  private final Cycle cycle;
  private final ToLongFunction<WaitingJob> weight;
  private long best;

  private BruteForce(Cycle cycle, ToLongFunction<WaitingJob> weight) {
    this.cycle = cycle;
    this.weight = weight;
  }

  static long maxWeight(Cycle cycle, ToLongFunction<WaitingJob> weight) {
    BruteForce force = new BruteForce(cycle, weight);
    force.extend(cycle.jobs(), profiles(cycle), 0);
    return force.best;
  }

  /** Free processors of each queue of a cycle. */
  static List<ArrayProfile> profiles(Cycle cycle) {
    List<ArrayProfile> profiles = new ArrayList<>();
    for (QueueReport queue : cycle.queues()) {
      ArrayProfile profile = ArrayProfile.of(cycle.nowMillis(), 0);
      for (FreeSlot slot : queue.slots()) {
        profile.release(slot.fromMillis(), slot.untilMillis(), slot.processors());
      }
      profiles.add(profile);
    }
    return profiles;
  }

  private void extend(List<WaitingJob> remaining, List<ArrayProfile> profiles, long totalWeight) {
    best = Math.max(best, totalWeight);
    for (WaitingJob job : remaining) {
      List<WaitingJob> others = remaining.stream().filter(other -> !other.equals(job)).toList();
      for (int i = 0; i < profiles.size(); i++) {
        Cluster cluster = cycle.queues().get(i).cluster();
        long runMillis = cluster.durationMillis(job.estimateMillis());
        long startMillis =
            profiles.get(i).earliestStart(job.processors(), runMillis, cycle.nowMillis());
        if (startMillis != Time.NEVER && startMillis + runMillis <= job.deadlineMillis()) {
          ArrayProfile reserved = profiles.get(i).copy();
          reserved.take(startMillis, startMillis + runMillis, job.processors());
          List<ArrayProfile> after = new ArrayList<>(profiles);
          after.set(i, reserved);
          extend(others, after, totalWeight + weight.applyAsLong(job));
        }
      }
    }
  }
}
