package tender.core.metascheduler;

import java.util.List;
import tender.core.compose.Composition;
import tender.core.ledger.Transfer;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;

/** Something that a bag wants done. */
public sealed interface BagEffect {

  /** Send a message to a provider. */
  record Send(ProviderId to, Message.ToProvider message) implements BagEffect {}

  /** Results of tasks count, which they do once. */
  record Counted(ReservationId by, TaskSet tasks) implements BagEffect {}

  /** Money moves, together with the bag being written, or neither happens. */
  record Moves(Transfer transfer) implements BagEffect {}

  /** Tell the user by when the whole bag will be done. */
  record Promised(Promise promise) implements BagEffect {}

  /**
   * Ask the user whether this will do.
   *
   * @param byMillis when all would be done
   * @param untilMillis until when an answer is waited for
   */
  record Ask(Composition composition, long byMillis, long untilMillis) implements BagEffect {}

  /** Tell the user that the whole bag is done. */
  record Done(long endedMillis) implements BagEffect {}

  /** Tell the user that no promise can be made, or that it cannot be kept. */
  record NoPromise(Why why) implements BagEffect {}

  /** Tell the user that nothing more will be done for the bag, as was wished. */
  record Stopped() implements BagEffect {}

  /** Tell the user who was asked for offers. */
  record Called(List<ProviderId> asked) implements BagEffect {
    public Called {
      asked = List.copyOf(asked);
    }
  }

  /** Tell the user that the bag waits in the auction for a place. */
  record Bids() implements BagEffect {}

  /** Tell the user that the auction found a place, which is now asked for. */
  record Matched(ProviderId provider) implements BagEffect {}

  /** Tell the user that a place could not be had after all, and the bag bids again. */
  record BidsAgain(ProviderId matched, Setback why) implements BagEffect {}

  /** Tell the user that a provider did not hold what it had offered. */
  record Refused(ReservationId part, Message.Refusal why) implements BagEffect {}

  /**
   * Tell the user that a provider is to do a part, which counts from here on.
   *
   * @param byMillis when it is promised to have ended
   */
  record Placed(ReservationId part, int tasks, long byMillis) implements BagEffect {}

  /** Tell the user that all results of a part are there. */
  record Delivered(ReservationId part, long endedMillis) implements BagEffect {}

  /** Tell the user that a part is now expected to end at another time. */
  record Moved(ReservationId part, long fromMillis, long toMillis) implements BagEffect {}

  /** Tell the user that another sum is bid for a part, where time is shared. */
  record BidChanged(ReservationId part, Money fromPerMinute, Money toPerMinute)
      implements BagEffect {}

  /** Tell the user that a provider is no longer counted on for its part. */
  record Lost(ReservationId part, Breach.Cause cause, TaskSet left) implements BagEffect {}

  /** Tell the user that the promise was broken; comes once, at the end of the bag. */
  record Breached(Breach breach) implements BagEffect {}

  /** Why there is no promise. */
  enum Why {
    /** All offers together do not cover the bag. */
    NOT_ENOUGH_OFFERED,
    /** Reservations were refused again and again. */
    TOO_OFTEN_REFUSED,
    /** In the auction there was no place for the bag that could still meet its deadline. */
    NOT_MATCHED_IN_TIME,
    /** The owner's account does not bear what the bag would cost. */
    NOT_COVERED
  }

  /** Why a place that the auction found could not be had. */
  enum Setback {
    /** Its provider offered nothing, or was silent. */
    NOTHING_OFFERED,
    /** What its provider offered misses the deadline, or costs more than the bag is worth. */
    TOO_LATE_OR_TOO_DEAR,
    /** Its provider did not hold what it had offered. */
    NOT_HELD
  }
}
