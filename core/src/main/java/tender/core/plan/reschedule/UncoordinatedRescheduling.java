package tender.core.plan.reschedule;

import java.util.Comparator;
import tender.core.model.Job;

/**
 * In order of the expected end at this provider, regardless of the rest of a bag elsewhere (Netto
 * and Buyya, "Coordinated rescheduling of Bag-of-Tasks for executions on multiple resource
 * providers", 2012: the baseline).
 */
public final class UncoordinatedRescheduling implements ReschedulingPolicy {
  private static final Comparator<Candidate> ORDER =
      Comparator.comparingLong(Candidate::endMillis)
          .thenComparingLong(Candidate::startMillis)
          .thenComparing(Candidate::job, Job.BY_ARRIVAL);

  @Override
  public Comparator<Candidate> order() {
    return ORDER;
  }
}
