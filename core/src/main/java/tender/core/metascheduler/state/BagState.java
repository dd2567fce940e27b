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

/** How far a bag has come. States are values: an event makes another one. */
public sealed interface BagState {
  BagId id();

  /** When the bag must be woken if nothing happens before. */
  long timerMillis();

  /**
   * A bag that is not done. Each of its tasks is done, or {@link RunningPart#remainingTasks left} to one
   * part, or among the tasks of the tender.
   *
   * @param mandate what may be reserved without asking the user
   * @param promise empty until all parts have been committed
   * @param done those of which a result was accepted
   * @param distrusted who failed this bag, and is called again only if nobody else is left
   * @param calls how often it was called
   * @param failures how many calls in a row led to nothing
   * @param lastEndedMillis when the last task ended that is done
   * @param breach what the promise was last broken by, if its time has passed
   * @param paid what providers were paid whose parts are no longer among them
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
      long wakeMillis = placement.map(PlacementState::timerMillis).orElse(Time.NEVER);
      for (RunningPart part : parts) {
        wakeMillis = Math.min(wakeMillis, part.timerMillis());
      }
      return wakeMillis;
    }

    /** What providers were paid so far. */
    public Money paidSoFar() {
      return parts.stream()
          .flatMap(part -> part.contract().stream())
          .map(PartContract::billed)
          .reduce(paidForEndedParts, Money::plus);
    }

    /** Whether it waits in the auction for a place. */
    public boolean isBidding() {
      return placement.orElse(null) instanceof PlacementState.AwaitingMatch;
    }

    boolean isDone() {
      return doneTasks.size() == bag.tasks();
    }
  }

  /**
   * Nothing more will happen.
   *
   * @param done all tasks, unless nothing was promised or the bag was given up
   * @param endedMillis when the last task ended, or it was decided that nothing more will happen
   * @param paid what it cost
   */
  record Ended(
      BagId id,
      Bag bag,
      Ending ending,
      TaskSet doneTasks,
      Optional<Promise> promise,
      Optional<Breach> breach,
      long endedMillis,
      Money paid)
      implements BagState {

    /** One that has cost nothing. */
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
      return Time.NEVER;
    }
  }

  /** How it came to its end. */
  enum Ending {
    DONE,
    /** All offers together did not cover the bag, so nothing was promised. */
    INSUFFICIENT_OFFERS,
    /** Reservations were refused again and again, so nothing was promised. */
    RESERVATIONS_REFUSED,
    /** In the auction there was no place that could still meet its deadline. */
    NOT_MATCHED_IN_TIME,
    /** The owner's account did not bear what it would have cost, so nothing was promised. */
    INSUFFICIENT_FUNDS,
    /** The user did not agree to a counter-offer, or not in time. */
    QUOTE_NOT_ACCEPTED,
    /** The user wanted it no longer. */
    CANCELLED,
    /** What was promised could not be done: nobody was left who would. */
    GIVEN_UP
  }
}
