package tender.core.plan.reschedule;

import java.util.Comparator;
import tender.core.model.Job;

/**
 * Whoever needs least goes first: in order of the work that waits of a part, its processors times
 * its estimate.
 *
 * <p>Tender's own rule, not a paper's. Served by work, large jobs would starve; here they cannot,
 * for nobody is ever moved back. What an early end leaves is mostly a narrow or short piece of
 * time, so it is given to those whom it can bring to their end, instead of bringing somebody large
 * a little nearer to it. It needs no word of other providers. On the experiment of the paper on
 * coordinated rescheduling it gains about twice of what coordination does; docs/reproduction.md has
 * the figures, and the other orders that were tried.
 */
public final class LeastWorkRescheduling implements ReschedulingPolicy {
  private static final Comparator<Candidate> ORDER =
      Comparator.comparingLong(LeastWorkRescheduling::work)
          .thenComparingLong(Candidate::endMillis)
          .thenComparing(Candidate::job, Job.BY_ARRIVAL);

  private static long work(Candidate waiting) {
    Job job = waiting.job();
    return (long) job.tasks() * job.width() * job.durationMillis();
  }

  @Override
  public Comparator<Candidate> order() {
    return ORDER;
  }

  @Override
  public boolean isCoordinated() {
    return false;
  }
}
