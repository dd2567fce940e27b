package tender.simulator.faults.checks;

/** A property that must hold whichever faults occur. */
public enum Invariant {
  NO_TASK_LOST("every task of a bag is done, assigned to one reservation, or being placed"),
  ONE_RESULT_PER_TASK("a task's result is accepted once, from the reservation that owns the task"),
  CAPACITY_ONCE("a provider never runs more tasks than it has processors"),
  NO_EXPIRED_OFFER("no offer is reserved after it has expired by its provider's clock"),
  ALL_OR_NOTHING("a promise is given when all parts are committed, and not before"),
  HELD_UNTIL_COMMITTED(
      "no part of another market's bag is committed before that market commits to it"),
  NO_OVERLONG_LEASE("no reservation outlives its lease"),
  ALL_CALLED("a bag is refused because of missing offers only after every provider was called"),
  PROMISE_KEPT_OR_BREACHED("a promise is kept, or has one breach record with the right cause"),
  WITHIN_LIMITS("limits set from factors lie between the offers, and the promise keeps them"),
  LOCAL_DEADLINES("a local job keeps the deadline it was promised"),
  SAME_ANSWER("the same request gets the same answer"),
  NOTHING_DISCLOSED("messages contain only what the provider discloses"),
  PAID_ONCE("no user pays more than the agreed price, and none pays twice"),
  LEDGER_BALANCES("the ledger matches the bag's holds and charges, and an ended bag holds nothing"),
  ACKNOWLEDGED_BY_ADDRESSEE("a message is removed only after its addressee has handled it"),
  RESULT_FROM_PART_OWNER(
      "a result is stored or counts only if the provider of its part sent it, under its current"
          + " identity"),
  EVERYTHING_ENDS("after the last fault all work ends and no hold remains"),
  NO_EXCEPTION("no unexpected exception is thrown");

  private final String description;

  Invariant(String description) {
    this.description = description;
  }

  public String description() {
    return description;
  }
}
