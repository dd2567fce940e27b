package tender.core.plan;

/**
 * Decides when each waiting job of one provider will start if every job takes exactly its estimate.
 * What starts now is decided; the rest is a forecast that the next event may change, and for some
 * planners a promise that may only improve.
 */
public interface Planner {

  /**
   * A plan for all waiting tasks.
   *
   * @param current the previous plan, which some planners must keep to; it may contain jobs that
   *     have started or ended since, and lack new ones
   */
  Plan plan(Snapshot snapshot, Plan current);

  /** A plan that does not depend on an earlier one. */
  default Plan plan(Snapshot snapshot) {
    return plan(snapshot, Plan.empty());
  }
}
