package tender.core.plan.reschedule;

import java.util.Comparator;
import tender.core.model.Job;

/**
 * In order of arrival: the usual compression of conservative backfilling (Mu'alem and Feitelson,
 * "Utilization, Predictability, Workloads, and User Runtime Estimates in Scheduling the IBM SP2
 * with Backfilling", 2001). It shows what the other orders gain.
 */
public final class ArrivalRescheduling implements ReschedulingPolicy {
  private static final Comparator<Candidate> ORDER =
      Comparator.comparing(Candidate::job, Job.BY_ARRIVAL);

  @Override
  public Comparator<Candidate> order() {
    return ORDER;
  }
}
