package tender.core.plan.reschedule;

import java.util.Comparator;
import tender.core.model.Job;

/**
 * In order of the expected end of the whole bag, so that a part that would only wait for the rest
 * of its bag elsewhere does not take the place of a job that would gain (Netto and Buyya,
 * "Coordinated rescheduling of Bag-of-Tasks for executions on multiple resource providers", 2012,
 * Algorithm 1).
 */
public final class CoordinatedRescheduling implements ReschedulingPolicy {
  private static final Comparator<Candidate> ORDER =
      Comparator.comparingLong(Candidate::bagEndMillis)
          .thenComparingLong(Candidate::startMillis)
          .thenComparing(Candidate::job, Job.BY_ARRIVAL);

  @Override
  public Comparator<Candidate> order() {
    return ORDER;
  }

  @Override
  public boolean isCoordinated() {
    return true;
  }
}
