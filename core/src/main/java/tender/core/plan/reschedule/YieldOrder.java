package tender.core.plan.reschedule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tender.core.model.Job;

/**
 * The order in which jobs should wait at a batch system that starts the first waiting job as soon
 * as another job ends early, before the provider can react.
 *
 * <p>Jobs wait in the order of their planned starts. But a job that the {@link ReschedulingPolicy}
 * moves first goes before jobs that are planned to start only after it would end if it started now:
 * these lose nothing. As time passes it can go before fewer jobs, so that no job waits beyond its
 * planned start.
 */
final class YieldOrder {
  private static final Comparator<ReschedulingPolicy.Candidate> BY_START =
      Comparator.comparingLong(ReschedulingPolicy.Candidate::startMillis)
          .thenComparing(ReschedulingPolicy.Candidate::job, Job.BY_ARRIVAL);

  private YieldOrder() {}

  static List<ReschedulingPolicy.Candidate> of(
      List<ReschedulingPolicy.Candidate> waiting, ReschedulingPolicy policy, long nowMillis) {
    Comparator<ReschedulingPolicy.Candidate> priority = policy.order();
    List<ReschedulingPolicy.Candidate> order = new ArrayList<>(waiting);
    order.sort(BY_START);
    List<ReschedulingPolicy.Candidate> byPriority = new ArrayList<>(waiting);
    byPriority.sort(priority);
    for (ReschedulingPolicy.Candidate candidate : byPriority) {
      int index = order.indexOf(candidate);
      int target = index;
      while (target > 0
          && priority.compare(candidate, order.get(target - 1)) < 0
          && isDoneBefore(candidate, order.get(target - 1), nowMillis)) {
        target--;
      }
      order.add(target, order.remove(index));
    }
    return order;
  }

  private static boolean isDoneBefore(
      ReschedulingPolicy.Candidate candidate, ReschedulingPolicy.Candidate other, long nowMillis) {
    return nowMillis + candidate.job().durationMillis() <= other.startMillis();
  }
}
