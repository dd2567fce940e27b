package tender.simulator.faults.checks;

/** What must hold whatever happens. */
public enum Invariant {
  NO_TASK_LOST("every task of a bag is done, left to one reservation, or being tendered"),
  ONE_RESULT_PER_TASK("a task's result counts once, from the reservation that has the task"),
  CAPACITY_ONCE("no more runs at a provider than it has processors"),
  NO_EXPIRED_OFFER("no offer is reserved after it expired by its provider's clock"),
  ALL_OR_NOTHING("a promise is given when all parts are committed, and not before"),
  NO_OVERLONG_LEASE("no reservation outlives its lease"),
  PROMISE_KEPT_OR_BREACHED("a promise is kept, or has one breach record with the right cause"),
  LOCAL_DEADLINES("a local job keeps the deadline it was promised"),
  SAME_ANSWER("the same request gets the same answer"),
  NOTHING_DISCLOSED("what is sent depends only on what may be disclosed"),
  PAID_ONCE("nobody pays more than was agreed on, nor anything twice"),
  LEDGER_BALANCES(
      "what is held and paid is what the bag says, and a bag that has ended holds nothing"),
  EVERYTHING_ENDS("when faults stop, everything ends and nothing is left held"),
  NO_EXCEPTION("nothing fails in a way that nobody thought of");

  private final String description;

  Invariant(String words) {
    this.description = words;
  }

  public String description() {
    return description;
  }
}
