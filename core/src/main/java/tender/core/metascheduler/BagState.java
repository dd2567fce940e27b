package tender.core.metascheduler;

import java.util.List;
import java.util.Optional;
import tender.core.ledger.Deal;
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
  long wakeMillis();

  /**
   * A bag that is not done. Each of its tasks is done, or {@link RunningPart#left left} to one
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
      Mandate mandate,
      Optional<Promise> promise,
      TaskSet done,
      List<RunningPart> parts,
      Optional<Tender> tender,
      List<ProviderId> distrusted,
      int calls,
      int failures,
      long lastEndedMillis,
      Optional<Breach> breach,
      Money paid)
      implements BagState {

    public Open {
      parts = List.copyOf(parts);
      distrusted = List.copyOf(distrusted);
    }

    @Override
    public long wakeMillis() {
      long wakeMillis = tender.map(Tender::untilMillis).orElse(Time.NEVER);
      for (RunningPart part : parts) {
        wakeMillis = Math.min(wakeMillis, part.wakeMillis());
      }
      return wakeMillis;
    }

    /** What providers were paid so far. */
    public Money paidSoFar() {
      return parts.stream()
          .flatMap(part -> part.deal().stream())
          .map(Deal::billed)
          .reduce(paid, Money::plus);
    }

    /** Whether it waits in the auction for a place. */
    public boolean isBidding() {
      return tender.orElse(null) instanceof Tender.Bidding;
    }

    boolean isDone() {
      return done.size() == bag.tasks();
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
      TaskSet done,
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
    public long wakeMillis() {
      return Time.NEVER;
    }
  }

  /** How it came to its end. */
  enum Ending {
    DONE,
    /** All offers together did not cover the bag, so nothing was promised. */
    NOT_ENOUGH_OFFERED,
    /** Reservations were refused again and again, so nothing was promised. */
    TOO_OFTEN_REFUSED,
    /** In the auction there was no place that could still meet its deadline. */
    NOT_MATCHED_IN_TIME,
    /** The owner's account did not bear what it would have cost, so nothing was promised. */
    NOT_COVERED,
    /** The user did not agree to a counter-offer, or not in time. */
    NOT_AGREED,
    /** The user wanted it no longer. */
    CANCELLED,
    /** What was promised could not be done: nobody was left who would. */
    GIVEN_UP
  }
}
