package tender.core.plan;

/**
 * Decides when everything that waits at one provider will start, were nothing to happen from now on
 * but what the estimates say. What starts now is decided; the rest is a forecast that the next
 * event may change, and for some planners a promise that it may only change for the better.
 */
public interface Planner {

  /**
   * A plan for every waiting task.
   *
   * @param standing the plan made last, which some planners must keep to; it may name jobs that
   *     have started or ended since and lack those that came
   */
  Plan plan(Snapshot snapshot, Plan standing);

  /** A plan that owes nothing to an earlier one. */
  default Plan plan(Snapshot snapshot) {
    return plan(snapshot, Plan.empty());
  }
}
