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
 *   metascheduler                  provider
 *        | Call ---------------------> |  to all chosen providers in parallel
 *        | <------------------- Offers |  holds no capacity; sent again when the queue changes
 *        | Reserve ------------------> |  to all providers of a composition in parallel
 *        | <-------- Reserved, Refused |  a lease that expires; or a reason and new offers
 *        | Commit, Release ----------> |  all or nothing for the bag
 *        | <------- Committed, Refused |
 *        | <------------------ Results |  all so far, repeated until they are accepted
 *        | ResultsAccepted, Inquire -> |
 *        | <-------- CompletionChanged |  a part that determines the bag's end has moved
 *        | BagCompletion ------------> |  the expected end of the whole bag
 *        | Bid ----------------------> |  only to time-shared providers; the latest bid counts
 *        | <----------- SlotsPublished |  for the auction, about no bag; the latest one counts
 *        | <----------- AttemptsFailed |  for the user; the one with the most attempts counts
 * </pre>
 */
public sealed interface Message {

  /** From the metascheduler to a provider. */
  sealed interface ToProvider extends Message {
    /**
     * Whether the message is stored until its provider has acknowledged it. The loss of any other
     * message is noticed: the metascheduler waits for its answer with a timeout, and the provider
     * repeats results until they are accepted.
     */
    default boolean mustArrive() {
      return switch (this) {
        case Release _, BagCompletion _, Bid _ -> true;
        case Call _, Reserve _, Commit _, ResultsAccepted _, Inquire _ -> false;
      };
    }
  }

  /** From a provider to the metascheduler. */
  sealed interface ToMetascheduler extends Message {
    CallId call();

    ProviderId provider();
  }

  /**
   * Asks a provider for offers for this bag, by its deadline or later.
   *
   * @param penaltyPermille the share of a part's price that its provider pays for a broken promise
   * @param bidStrategy present if the metascheduler bids at time-shared providers
   * @param foreign whether the provider belongs to organisations, and the user to none of them; a
   *     provider learns no more of the user's organisations than it needs for its price
   */
  record Call(
      CallId id, Bag bag, int penaltyPermille, Optional<BidStrategy> bidStrategy, boolean foreign)
      implements ToProvider {
    public Call {
      if (penaltyPermille < 0 || penaltyPermille > 1_000) {
        throw new IllegalArgumentException(
            "The penalty of call "
                + id
                + " is "
                + penaltyPermille
                + ", not from 0 to 1000 permille.");
      }
    }

    /** Without a penalty and without bids, of a user who is not foreign. */
    public Call(CallId id, Bag bag) {
      this(id, bag, 0, Optional.empty(), false);
    }

    public Call withBag(Bag bag) {
      return new Call(id, bag, penaltyPermille, bidStrategy, foreign);
    }
  }

  /**
   * How the metascheduler bids at time-shared providers.
   *
   * @param fixedPerMinute the same bid all the time; empty to bid what the deadline requires
   */
  record BidStrategy(Optional<Money> fixedPerMinute) {
    /** Bids what the deadline requires. */
    public static final BidStrategy BY_DEADLINE = new BidStrategy(Optional.empty());

    public BidStrategy {
      if (fixedPerMinute.isPresent() && fixedPerMinute.get().millicredits() < 1) {
        throw new IllegalArgumentException(
            "The bid per minute is " + fixedPerMinute.get() + ", and must be above 0.");
      }
    }
  }

  /**
   * A provider's offers for a call. A later version replaces an earlier one, because the queue has
   * changed since.
   *
   * @param madeMillis by the provider's clock; shows whether that clock can be trusted
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
   * The provider is still estimating the run time of the bag's tasks; its offers come afterwards.
   *
   * @param untilMillis by the provider's clock, the latest instant at which the offers come
   */
  record EstimatePending(CallId call, ProviderId provider, long untilMillis)
      implements ToMetascheduler {}

  /** Asks a provider to hold capacity for this number of tasks until the time offered. */
  record Reserve(ReservationId id, int tasks, long completionMillis) implements ToProvider {}

  /** A provider's answer about one reservation. */
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
   * The capacity is held.
   *
   * @param leaseExpiresMillis by the provider's clock; the capacity is released if it is not
   *     committed by then
   */
  record Reserved(ReservationId id, long leaseExpiresMillis) implements ReservationAnswer {}

  /** The capacity is not held, or no longer; the alternatives could be reserved instead. */
  record Refused(ReservationId id, RefusalReason reason, List<Offer> alternatives)
      implements ReservationAnswer {}

  /** Why a provider does not hold a reservation. */
  enum RefusalReason {
    /** The offer has expired, or was never made. */
    NO_SUCH_OFFER,
    /** The queue has changed since the offer was made. */
    NO_CAPACITY,
    /** The lease expired before the commit, or the reservation was released or is unknown. */
    LEASE_EXPIRED
  }

  /**
   * Commits a reservation.
   *
   * @param tasks the tasks to run, at most as many as are held
   */
  record Commit(ReservationId id, TaskSet tasks) implements ToProvider {}

  /** The tasks will be completed by the time offered. */
  record Committed(ReservationId id) implements ReservationAnswer {}

  /** Releases a reservation and cancels the tasks that have not ended. */
  record Release(ReservationId id) implements ToProvider {}

  /**
   * Tasks of a committed part have ended.
   *
   * @param endedTasks all so far, so that one message replaces all lost ones before it
   * @param lastEndedMillis when the last of them ended, by the provider's clock
   * @param bill the provider's charge for everything used so far; payment never exceeds the
   *     contract
   */
  record Results(ReservationId id, TaskSet endedTasks, long lastEndedMillis, Money bill)
      implements ReservationAnswer {
    public Results {
      if (bill.millicredits() < 0) {
        throw new IllegalArgumentException(
            "The bill for " + id + " is " + bill + ", and must be at least 0.");
      }
    }

    /** Without a charge. */
    public Results(ReservationId id, TaskSet endedTasks, long lastEndedMillis) {
      this(id, endedTasks, lastEndedMillis, Money.ZERO);
    }
  }

  /** A part that determines the end of the whole bag is now expected to end at another time. */
  record CompletionChanged(ReservationId id, long completionMillis) implements ReservationAnswer {}

  /**
   * Bids this much for a part from the next interval on. A time-shared provider applies the nearest
   * bid that it accepts.
   *
   * @param sequence the bid with the highest sequence counts, in any order of arrival
   */
  record Bid(ReservationId id, int sequence, Money perMinute) implements ToProvider {
    public Bid {
      if (sequence < 1 || perMinute.millicredits() < 1) {
        throw new IllegalArgumentException(
            "Bid " + sequence + " for " + id + " is " + perMinute + "; both must be above 0.");
      }
    }
  }

  /** The expected end of the whole bag, for a provider that runs a part of it. */
  record BagCompletion(ReservationId id, long completionMillis) implements ToProvider {}

  /** The metascheduler has these results; the provider need not report them again. */
  record ResultsAccepted(ReservationId id, TaskSet tasks) implements ToProvider {}

  /** Asks a provider for the progress of a part. */
  record Inquire(ReservationId id) implements ToProvider {}

  /**
   * The free slots of a provider whose owner publishes them to the auction. The message concerns no
   * bag, gets no answer, is valid for a while, and replaces the one before it.
   *
   * @param pricePerProcessorHour the provider's price
   * @param leadMillis how long after a call a task may have to wait for its commit; no task is
   *     promised to start earlier
   * @param slots when processors are free; none begins beyond the owner's look-ahead
   * @param madeMillis by the provider's clock, like the slots
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
            "The price that " + provider + " publishes is " + pricePerProcessorHour + ", below 0.");
      }
      if (leadMillis < 0 || leadMillis > Time.LIMIT_MILLIS) {
        throw new IllegalArgumentException(
            "The lead that " + provider + " publishes is " + leadMillis + " ms, out of range.");
      }
      long processors = slots.stream().mapToLong(FreeSlot::processors).sum();
      if (processors > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "The slots that " + provider + " publishes add up to " + processors + " processors.");
      }
      Time.requireInstant(madeMillis, "at which slots were published");
    }
  }

  /**
   * The failed attempts at the tasks of a part, so that the user sees them while tasks are retried.
   * It gets no answer. Each report contains all attempts so far: the one with the most counts.
   *
   * @param attempts how many attempts have failed
   * @param tasks the tasks that have failed at least once
   * @param succeededTasks how many tasks of the part have succeeded
   * @param latest the latest failed attempts, the last one first
   */
  record AttemptsFailed(
      ReservationId id, int attempts, TaskSet tasks, int succeededTasks, List<FailedAttempt> latest)
      implements Message {
    public static final int MAX_LATEST = 5;

    public AttemptsFailed {
      latest = List.copyOf(latest);
      if (tasks.isEmpty() || attempts < tasks.size() || succeededTasks < 0) {
        throw new IllegalArgumentException(
            "A report for "
                + id
                + " has "
                + attempts
                + " failed attempts at "
                + tasks.size()
                + " tasks, and "
                + succeededTasks
                + " succeeded tasks.");
      }
      if (latest.size() > MAX_LATEST) {
        throw new IllegalArgumentException(
            "A report for "
                + id
                + " describes "
                + latest.size()
                + " failed attempts; the maximum is "
                + MAX_LATEST
                + ".");
      }
      for (FailedAttempt failed : latest) {
        if (!tasks.contains(failed.taskIndex())) {
          throw new IllegalArgumentException(
              "A report for "
                  + id
                  + " describes task "
                  + failed.taskIndex()
                  + ", which is not among the failed tasks.");
        }
      }
    }
  }

  /**
   * A failed attempt at a task.
   *
   * @param attempt 0 for the first attempt
   * @param stderrTail the end of its error output; control characters are removed
   */
  record FailedAttempt(int taskIndex, int attempt, int exitCode, String stderrTail) {
    public static final int MAX_STDERR_LENGTH = 2_048;

    public FailedAttempt {
      if (taskIndex < 0 || attempt < 0 || exitCode == 0) {
        throw new IllegalArgumentException(
            "Attempt "
                + attempt
                + " at task "
                + taskIndex
                + " with exit code "
                + exitCode
                + " is not a failed attempt.");
      }
      if (stderrTail.length() > MAX_STDERR_LENGTH) {
        throw new IllegalArgumentException(
            "The error output of task "
                + taskIndex
                + " has "
                + stderrTail.length()
                + " characters; the maximum is "
                + MAX_STDERR_LENGTH
                + ".");
      }
      // The text is shown on terminals, and a hostile task could control them.
      StringBuilder printable = new StringBuilder(stderrTail.length());
      stderrTail
          .codePoints()
          .filter(c -> c == '\n' || c == '\t' || !Character.isISOControl(c))
          .forEach(printable::appendCodePoint);
      stderrTail = printable.toString();
    }
  }
}
