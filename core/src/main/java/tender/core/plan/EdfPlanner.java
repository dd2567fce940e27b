package tender.core.plan;

/**
 * Earliest deadline first, the planner of providers that promise (Netto and Buyya, "Offer-based
 * Scheduling of Deadline-Constrained Bag-of-Tasks Applications for Utility Computing Systems",
 * section 2).
 *
 * <p>Rules. Running jobs stay. Waiting jobs are taken in order of deadline (ties: submission, then
 * id) and each task is placed at the earliest instant at which its processors are free for its
 * whole estimate, beside the running jobs and what was placed before it; so a later job may fill a
 * gap in front of an earlier one, but never delays it. Every call plans afresh: the standing plan
 * does not count, only the deadlines do.
 */
public final class EdfPlanner implements Planner {

  @Override
  public Plan plan(Snapshot snapshot, Plan standing) {
    return EdfSchedule.of(snapshot).plan();
  }
}
