package tender.core.plan;

/**
 * Earliest deadline first, the planner of providers that make promises (Netto and Buyya,
 * "Offer-based Scheduling of Deadline-Constrained Bag-of-Tasks Applications for Utility Computing
 * Systems", section 2).
 *
 * <p>Rules. Running jobs stay. Waiting jobs are taken in order of deadline (ties: submission, then
 * id) and each task is placed at the earliest instant at which its processors are free for its
 * whole estimate, next to the running jobs and everything placed before it. So a later job may fill
 * a gap before an earlier one, but never delays it. Every call makes a new plan: the current plan
 * does not matter, only the deadlines do.
 */
public final class EdfPlanner implements Planner {

  @Override
  public Plan plan(Snapshot snapshot, Plan current) {
    return EdfSchedule.of(snapshot).plan();
  }
}
