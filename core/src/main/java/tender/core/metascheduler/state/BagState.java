package tender.core.metascheduler.state;

import java.util.List;
import java.util.Optional;
import tender.core.ledger.PartContract;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/** The state of a bag. States are immutable: an event leads to another state. */
public sealed interface BagState {
  BagId id();

  Bag bag();

  /** When the timer fires if no event comes first. */
  long timerMillis();

  /**
   * A bag that has not ended. Each of its tasks is done, or {@link RunningPart#remainingTasks
   * remains} with one part, or belongs to the placement in progress.
   *
   * @param acceptancePolicy which compositions are accepted without asking the user
   * @param promise empty until all parts have been committed
   * @param doneTasks tasks whose results were accepted
   * @param placement the search for providers in progress, if there is one
   * @param distrustedProviders providers that failed this bag; they are called again only if no
   *     other provider is left
   * @param callCount number of calls so far
   * @param failedCalls number of failed calls in a row
   * @param lastTaskEndedMillis when the last of the done tasks ended
   * @param breach the latest cause of a broken promise, once the promised time has passed
   * @param paidForEndedParts what was paid for parts that are no longer in the list
   */
  record Open(
      BagId id,
      Bag bag,
      AcceptancePolicy acceptancePolicy,
      Optional<Promise> promise,
      TaskSet doneTasks,
      List<RunningPart> parts,
      Optional<PlacementState> placement,
      List<ProviderId> distrustedProviders,
      int callCount,
      int failedCalls,
      long lastTaskEndedMillis,
      Optional<Breach> breach,
      Money paidForEndedParts)
      implements BagState {

    public Open {
      parts = List.copyOf(parts);
      distrustedProviders = List.copyOf(distrustedProviders);
    }

    @Override
    public long timerMillis() {
      long timerMillis = placement.map(PlacementState::timerMillis).orElse(Time.NEVER);
      for (RunningPart part : parts) {
        timerMillis = Math.min(timerMillis, part.timerMillis());
      }
      return timerMillis;
    }

    /** What providers have earned so far; they are paid within a minute. */
    public Money paidSoFar() {
      return parts.stream()
          .flatMap(part -> part.contract().stream())
          .map(PartContract::accrued)
          .reduce(paidForEndedParts, Money::plus);
    }

    /** Whether it waits in the auction for a match. */
    public boolean isBidding() {
      return placement.orElse(null) instanceof PlacementState.AwaitingMatch;
    }
  }

  /**
   * A bag that has ended; only payments for parts that were stopped may still change it.
   *
   * @param doneTasks all tasks, unless nothing was promised or the bag was given up
   * @param endedMillis when the last task ended, or when the bag was ended without it
   * @param paid what the bag has cost so far
   * @param unsettledParts parts that were stopped, whose providers have not sent the final bill;
   *     the rest of their price is still held
   */
  record Ended(
      BagId id,
      Bag bag,
      Ending ending,
      TaskSet doneTasks,
      Optional<Promise> promise,
      Optional<Breach> breach,
      long endedMillis,
      Money paid,
      List<RunningPart> unsettledParts)
      implements BagState {
    public Ended {
      unsettledParts = List.copyOf(unsettledParts);
    }

    /** A bag whose payments are complete. */
    public Ended(
        BagId id,
        Bag bag,
        Ending ending,
        TaskSet done,
        Optional<Promise> promise,
        Optional<Breach> breach,
        long endedMillis,
        Money paid) {
      this(id, bag, ending, done, promise, breach, endedMillis, paid, List.of());
    }

    /** A bag that cost nothing. */
    public Ended(
        BagId id,
        Bag bag,
        Ending ending,
        TaskSet done,
        Optional<Promise> promise,
        Optional<Breach> breach,
        long endedMillis) {
      this(id, bag, ending, done, promise, breach, endedMillis, Money.ZERO);
    }

    @Override
    public long timerMillis() {
      return unsettledParts.stream()
          .mapToLong(RunningPart::nextInquiryMillis)
          .min()
          .orElse(Time.NEVER);
    }
  }

  /** Why a bag ended. */
  enum Ending {
    DONE,
    /** All offers together did not cover the bag, so nothing was promised. */
    INSUFFICIENT_OFFERS,
    /** Providers refused the reservations in every attempt, so nothing was promised. */
    RESERVATIONS_REFUSED,
    /** The auction found no match that could still meet the deadline. */
    NOT_MATCHED_IN_TIME,
    /** The user's account could not cover the price, so nothing was promised. */
    INSUFFICIENT_FUNDS,
    /** The user declined the quote, or did not accept it in time. */
    QUOTE_NOT_ACCEPTED,
    /** The user cancelled the bag. */
    CANCELLED,
    /** The first tasks all failed, so the others were not run. */
    STOPPED_AFTER_FAILURES,
    /** A promised bag could not be completed: no provider was left that would run its tasks. */
    GIVEN_UP
  }
}
