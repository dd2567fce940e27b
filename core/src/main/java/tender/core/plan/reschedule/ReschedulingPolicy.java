package tender.core.plan.reschedule;

import java.util.Comparator;
import tender.core.model.Job;

/**
 * In which order those who wait are moved forward when somebody has ended early. Nobody is ever
 * moved back, so any order is fair; which one is good is the question.
 */
public interface ReschedulingPolicy {

  /**
   * A job that waits, or a provider's part of a bag.
   *
   * @param startMillis when its first task is planned to start
   * @param endMillis when its last task is expected to end
   * @param bagEndMillis when the whole bag is expected to end of which it is a part, at any
   *     provider; its own end if it is none
   */
  record Candidate(Job job, long startMillis, long endMillis, long bagEndMillis) {

    /** Whether the whole bag waits for this part, so that it gains what the part gains. */
    public boolean holdsBag() {
      return endMillis >= bagEndMillis;
    }
  }

  /** Whoever comes first is moved first. */
  Comparator<Candidate> order();

  /** Whether it goes by whole bags, so that providers must be told of them. */
  boolean isCoordinated();
}
