package tender.core.plan.reschedule;

import java.util.Comparator;
import tender.core.model.Job;

/**
 * The order in which waiting jobs are moved earlier when a job has ended early. No job is ever
 * moved back, so any order is fair; the policies differ in how much they gain.
 */
public interface ReschedulingPolicy {

  /**
   * A waiting job, or a provider's part of a bag.
   *
   * @param startMillis when its first task is planned to start
   * @param endMillis when its last task is expected to end
   * @param bagEndMillis when the whole bag that it is a part of is expected to end, at any
   *     provider; its own end if it is not a part of a bag
   */
  record Candidate(Job job, long startMillis, long endMillis, long bagEndMillis) {}

  /** The order in which candidates are moved. */
  Comparator<Candidate> order();

  /** Whether it depends on the ends of whole bags, so that providers must receive them. */
  default boolean isCoordinated() {
    return false;
  }
}
