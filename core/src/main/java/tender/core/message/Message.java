package tender.core.message;

import java.util.List;
import java.util.Optional;
import tender.core.model.Bag;
import tender.core.model.Cluster;
import tender.core.model.Disclosure;
import tender.core.model.FreeSlot;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * A message of the protocol.
 *
 * <pre>
 *   metascheduler              provider
 *        | Call --------------->  |     to all providers at once
 *        |  <------------ Offers  |     holds nothing; sent again when the queue has changed
 *        | Reserve ------------>  |     to all parts at once
 *        |  <-- Reserved, Refused |     a lease, which ends by itself; or why not, and new offers
 *        | Commit, Release ---->  |     all or nothing for the bag
 *        |  <-- Committed, Refused|
 *        |  <----------- Results  |     all so far, said until they are accepted
 *        | Accepted, Inquire --->  |
 *        |  <----------- Expected |     a part on which the bag waits has moved
 *        | BagExpected --------->  |     so the whole bag has
 *        | Bid ---------------->  |     where time is shared: for a part, the latest counts
 *        |  <---------- Published |     for the auction, about no bag; the latest counts
 * </pre>
 */
public sealed interface Message {

  /** From the metascheduler to a provider. */
  sealed interface ToProvider extends Message {}

  /** From a provider to the metascheduler. */
  sealed interface ToMetascheduler extends Message {
    CallId call();

    ProviderId provider();
  }

  /**
   * What could you do of this bag, by its deadline or later?
   *
   * @param penaltyPermille which share of a part's price its provider pays if it breaks its promise
   * @param bidder present if the caller bids where time is shared
   */
  record Call(CallId id, Bag bag, int penaltyPermille, Optional<BidStrategy> bidStrategy)
      implements ToProvider {
    public Call {
      if (penaltyPermille < 0 || penaltyPermille > 1_000) {
        throw new IllegalArgumentException(
            "The penalty of call " + id + " is " + penaltyPermille + " of a thousand.");
      }
    }

    /** Where a broken promise costs nothing, for a bag that does not bid. */
    public Call(CallId id, Bag bag) {
      this(id, bag, 0, Optional.empty());
    }

    public Call withBag(Bag bag) {
      return new Call(id, bag, penaltyPermille, bidStrategy);
    }
  }

  /**
   * How a caller bids where time is shared.
   *
   * @param perMinute always as much; empty: as its deadline needs it
   */
  record BidStrategy(Optional<Money> fixedPerMinute) {
    /** As the deadline needs it. */
    public static final BidStrategy BY_DEADLINE = new BidStrategy(Optional.empty());

    public BidStrategy {
      if (fixedPerMinute.isPresent() && fixedPerMinute.get().millicredits() < 1) {
        throw new IllegalArgumentException(
            "The bid a minute is " + fixedPerMinute.get() + ", and must be above 0.");
      }
    }
  }

  /**
   * So many tasks by such a time. A later version of the offers for a call takes the place of an
   * earlier one, which is the provider's way of saying that they have changed.
   *
   * @param madeMillis by the provider's clock, which shows whether that can be trusted
   * @param validUntilMillis by the same clock; no offer can be reserved afterwards
   */
  record Offers(
      CallId call,
      ProviderId provider,
      int version,
      List<Offer> offers,
      Disclosure disclosure,
      long madeMillis,
      long validUntilMillis)
      implements ToMetascheduler {}

  /**
   * An estimate of the bag's tasks is being made, and offers come afterwards.
   *
   * @param untilMillis by the provider's clock, the latest instant at which they will
   */
  record EstimatePending(CallId call, ProviderId provider, long untilMillis)
      implements ToMetascheduler {}

  /** Hold so many tasks for me that end by then. */
  record Reserve(ReservationId id, int tasks, long completionMillis) implements ToProvider {}

  /** An answer that names the reservation it is about. */
  sealed interface ReservationAnswer extends ToMetascheduler {
    ReservationId id();

    @Override
    default CallId call() {
      return id().call();
    }

    @Override
    default ProviderId provider() {
      return id().provider();
    }
  }

  /**
   * They are held.
   *
   * @param untilMillis by the provider's clock; what is not committed by then is released
   */
  record Reserved(ReservationId id, long leaseExpiresMillis) implements ReservationAnswer {}

  /** They are not, or no longer, held; these could be instead. */
  record Refused(ReservationId id, RefusalReason reason, List<Offer> alternatives) implements ReservationAnswer {}

  /** Why a provider holds nothing. */
  enum RefusalReason {
    /** The offer has expired, or was never made. */
    NO_SUCH_OFFER,
    /** The queue has changed since the offer was made. */
    NO_CAPACITY,
    /** The lease ended before it was committed, or it was released, or nothing is known of it. */
    LEASE_EXPIRED
  }

  /**
   * Do what you hold for me.
   *
   * @param tasks which ones, at most as many as are held
   */
  record Commit(ReservationId id, TaskSet tasks) implements ToProvider {}

  /** It will be done by the time that was offered. */
  record Committed(ReservationId id) implements ReservationAnswer {}

  /** Hold it no longer, and do no more of it. */
  record Release(ReservationId id) implements ToProvider {}

  /**
   * These tasks of a committed part have ended.
   *
   * @param ended all so far, so that one such message makes up for all that were lost before it
   * @param endedMillis when the last of them did, by the provider's clock
   * @param bill what the provider asks for all that was used so far; no more than was agreed on is
   *     ever paid
   */
  record Results(ReservationId id, TaskSet endedTasks, long lastEndedMillis, Money bill) implements ReservationAnswer {
    public Results {
      if (bill.millicredits() < 0) {
        throw new IllegalArgumentException("The bill for " + id + " is " + bill + ".");
      }
    }

    /** For nothing in return. */
    public Results(ReservationId id, TaskSet ended, long endedMillis) {
      this(id, ended, endedMillis, Money.ZERO);
    }
  }

  /** A part on which the whole bag waits is now expected to be done by another time. */
  record CompletionChanged(ReservationId id, long completionMillis) implements ReservationAnswer {}

  /**
   * From the next interval on I bid so much for this part; whoever shares its time takes the
   * nearest that it takes.
   *
   * @param serial the bid with the highest counts, whenever it comes
   */
  record Bid(ReservationId id, int sequence, Money perMinute) implements ToProvider {
    public Bid {
      if (sequence < 1 || perMinute.millicredits() < 1) {
        throw new IllegalArgumentException(
            "Bid " + sequence + " for " + id + " is " + perMinute + "; both must be above 0.");
      }
    }
  }

  /** The whole bag of which you do a part is now expected to be done by then. */
  record BagCompletion(ReservationId id, long completionMillis) implements ToProvider {}

  /** These results have arrived and need not be told again. */
  record ResultsAccepted(ReservationId id, TaskSet tasks) implements ToProvider {}

  /** Are you still there, and how far is this part? */
  record Inquire(ReservationId id) implements ToProvider {}

  /**
   * What a provider whose owner lets it tells the auction of its cluster: about no bag, to be
   * believed for a while, and nobody answers. A later one takes the place of an earlier one.
   *
   * @param pricePerProcessorHour what it asks for the work
   * @param leadMillis how long after a call a task may have to wait for its commitment; none is
   *     promised to start earlier
   * @param slots when processors stand free; none begins later than the owner lets it look ahead
   * @param madeMillis by the provider's clock, as are the slots
   */
  record SlotsPublished(
      ProviderId provider,
      Cluster cluster,
      Money pricePerProcessorHour,
      long leadMillis,
      List<FreeSlot> slots,
      long madeMillis)
      implements Message {
    public SlotsPublished {
      slots = List.copyOf(slots);
      if (pricePerProcessorHour.millicredits() < 0) {
        throw new IllegalArgumentException(
            "The price that " + provider + " publishes is " + pricePerProcessorHour + ".");
      }
      if (leadMillis < 0 || leadMillis > Time.LIMIT_MILLIS) {
        throw new IllegalArgumentException(
            "The lead that " + provider + " publishes is " + leadMillis + " ms.");
      }
      long processors = slots.stream().mapToLong(FreeSlot::processors).sum();
      if (processors > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "The slots that " + provider + " publishes add up to " + processors + " processors.");
      }
      Time.requireInstant(madeMillis, "at which slots were published");
    }
  }
}
