package tender.core.plan;

import java.util.Comparator;
import tender.core.model.Job;

/**
 * In order of the expected end at this provider, whatever becomes of the rest of a bag elsewhere
 * (Netto and Buyya, "Coordinated rescheduling of Bag-of-Tasks for executions on multiple resource
 * providers", 2012: the baseline).
 */
public final class UncoordinatedRescheduling implements Rescheduling {
  private static final Comparator<Waiting> ORDER =
      Comparator.comparingLong(Waiting::endMillis)
          .thenComparingLong(Waiting::startMillis)
          .thenComparing(Waiting::job, Job.BY_ARRIVAL);

  @Override
  public Comparator<Waiting> order() {
    return ORDER;
  }

  @Override
  public boolean isCoordinated() {
    return false;
  }
}
