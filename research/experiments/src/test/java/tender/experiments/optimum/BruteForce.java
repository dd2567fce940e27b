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
 * Tries all orders of all jobs in all queues, each as early as it can be. If jobs can be placed at
 * all, they can be so in the order of their starts.
 */
final class BruteForce {
  private final Cycle cycle;
  private final ToLongFunction<WaitingJob> weight;
  private long best;

  private BruteForce(Cycle cycle, ToLongFunction<WaitingJob> weight) {
    this.cycle = cycle;
    this.weight = weight;
  }

  static long heaviest(Cycle cycle, ToLongFunction<WaitingJob> weight) {
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

  private void extend(List<WaitingJob> left, List<ArrayProfile> profiles, long weighs) {
    best = Math.max(best, weighs);
    for (WaitingJob job : left) {
      List<WaitingJob> others = left.stream().filter(other -> !other.equals(job)).toList();
      for (int i = 0; i < profiles.size(); i++) {
        Cluster cluster = cycle.queues().get(i).cluster();
        long runMillis = cluster.durationMillis(job.estimateMillis());
        long startMillis =
            profiles.get(i).earliestStart(job.processors(), runMillis, cycle.nowMillis());
        if (startMillis != Time.NEVER && startMillis + runMillis <= job.deadlineMillis()) {
          ArrayProfile taken = profiles.get(i).copy();
          taken.take(startMillis, startMillis + runMillis, job.processors());
          List<ArrayProfile> after = new ArrayList<>(profiles);
          after.set(i, taken);
          extend(others, after, weighs + weight.applyAsLong(job));
        }
      }
    }
  }
}
