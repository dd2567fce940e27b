package tender.core.plan.reschedule;

import java.util.Comparator;
import tender.core.model.Job;

/**
 * Least work first: in order of the waiting work of a part, its processors times its estimate.
 *
 * <p>This rule is Tender's own. In a queue served by work, large jobs would starve; here they
 * cannot, because no job is ever moved back. What an early end leaves is mostly a narrow or short
 * interval, so it goes to jobs that can end in it instead of bringing a large job a little nearer
 * to its end. It needs no information from other providers. docs/research/reproduction.md compares
 * it with coordination in the experiment of the paper on coordinated rescheduling.
 */
public final class LeastWorkRescheduling implements ReschedulingPolicy {
  private static final Comparator<Candidate> ORDER =
      Comparator.comparingLong(LeastWorkRescheduling::work)
          .thenComparingLong(Candidate::endMillis)
          .thenComparing(Candidate::job, Job.BY_ARRIVAL);

  private static long work(Candidate candidate) {
    Job job = candidate.job();
    return (long) job.tasks() * job.width() * job.durationMillis();
  }

  @Override
  public Comparator<Candidate> order() {
    return ORDER;
  }
}
