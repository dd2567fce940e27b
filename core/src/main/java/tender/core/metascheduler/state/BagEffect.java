package tender.core.metascheduler.state;

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
  record AcceptResults(ReservationId part, TaskSet tasks) implements BagEffect {}

  /** Money moves, together with the bag being written, or neither happens. */
  record TransferMoney(Transfer transfer) implements BagEffect {}

  /** Tell the user by when the whole bag will be done. */
  record PromiseMade(Promise promise) implements BagEffect {}

  /**
   * Ask the user whether this will do.
   *
   * @param byMillis when all would be done
   * @param untilMillis until when an answer is waited for
   */
  record QuoteReady(Composition composition, long completionMillis, long expiresMillis) implements BagEffect {}

  /** Tell the user that the whole bag is done. */
  record BagCompleted(long endedMillis) implements BagEffect {}

  /** Tell the user that no promise can be made, or that it cannot be kept. */
  record NoPromise(NoPromiseReason reason) implements BagEffect {}

  /** Tell the user that nothing more will be done for the bag, as was wished. */
  record BagStopped() implements BagEffect {}

  /** Tell the user who was asked for offers. */
  record OffersRequested(List<ProviderId> providers) implements BagEffect {
    public OffersRequested {
      providers = List.copyOf(providers);
    }
  }

  /** Tell the user that the bag waits in the auction for a place. */
  record AuctionEntered() implements BagEffect {}

  /** Tell the user that the auction found a place, which is now asked for. */
  record MatchFound(ProviderId provider) implements BagEffect {}

  /** Tell the user that a place could not be had after all, and the bag bids again. */
  record AuctionReentered(ProviderId provider, MatchFailure reason) implements BagEffect {}

  /** Tell the user that a provider did not hold what it had offered. */
  record ReservationRefused(ReservationId part, Message.RefusalReason reason) implements BagEffect {}

  /**
   * Tell the user that a provider is to do a part, which counts from here on.
   *
   * @param byMillis when it is promised to have ended
   */
  record PartPlaced(ReservationId part, int tasks, long completionMillis) implements BagEffect {}

  /** Tell the user that all results of a part are there. */
  record PartDelivered(ReservationId part, long endedMillis) implements BagEffect {}

  /** Tell the user that a part is now expected to end at another time. */
  record PartRescheduled(ReservationId part, long fromMillis, long toMillis) implements BagEffect {}

  /** Tell the user that another sum is bid for a part, where time is shared. */
  record BidChanged(ReservationId part, Money fromPerMinute, Money toPerMinute)
      implements BagEffect {}

  /** Tell the user that a provider is no longer counted on for its part. */
  record PartLost(ReservationId part, Breach.Cause cause, TaskSet remainingTasks) implements BagEffect {}

  /** Tell the user that the promise was broken; comes once, at the end of the bag. */
  record PromiseBroken(Breach breach) implements BagEffect {}

  /** Why there is no promise. */
  enum NoPromiseReason {
    /** All offers together do not cover the bag. */
    INSUFFICIENT_OFFERS,
    /** Reservations were refused again and again. */
    RESERVATIONS_REFUSED,
    /** In the auction there was no place for the bag that could still meet its deadline. */
    NOT_MATCHED_IN_TIME,
    /** The owner's account does not bear what the bag would cost. */
    INSUFFICIENT_FUNDS
  }

  /** Why a place that the auction found could not be had. */
  enum MatchFailure {
    /** Its provider offered nothing, or was silent. */
    NOTHING_OFFERED,
    /** What its provider offered misses the deadline, or costs more than the bag is worth. */
    TOO_LATE_OR_TOO_EXPENSIVE,
    /** Its provider did not hold what it had offered. */
    RESERVATION_REFUSED
  }
}
