package tender.protocol;

import tender.core.message.ReservationId;
import tender.core.model.Money;
import tender.core.model.TaskSet;

/**
 * What a provider remembers of a reservation.
 *
 * @param tasks of a committed part; else empty
 * @param endedTasks those whose results were delivered
 * @param acceptedTasks those whose results the market has accepted
 * @param bill the provider's total bill for the part so far
 */
public record JournalEntry(
    ReservationId id,
    State state,
    TaskSet tasks,
    TaskSet endedTasks,
    TaskSet acceptedTasks,
    Money bill) {

  /** The state of a reservation at its provider. */
  public enum State {
    /** Capacity is held. */
    RESERVED,
    /** Tasks wait or run, or have results that the market has not accepted. */
    COMMITTED,
    /** The market has accepted all results. */
    COMPLETED,
    /** Refused, released or expired. */
    REFUSED
  }

  public JournalEntry {
    if (bill.millicredits() < 0) {
      throw new IllegalArgumentException(
          "The bill for " + id + " is " + bill + ", and must be at least 0.");
    }
    if (!tasks.containsAll(endedTasks) || !endedTasks.containsAll(acceptedTasks)) {
      throw new IllegalArgumentException(
          "The journal entry of " + id + " has results of tasks that are not in the part.");
    }
  }
}
