package tender.core.metascheduler;

import java.util.List;
import java.util.Optional;
import tender.core.model.Bag;
import tender.core.model.BagId;
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
      Optional<Breach> breach)
      implements BagState {

    public Open {
      parts = List.copyOf(parts);
      distrusted = List.copyOf(distrusted);
    }

    @Override
    public long wakeMillis() {
      long wakeMillis = tender.map(Tender::untilMillis).orElse(Time.NEVER);
      for (RunningPart part : parts) {
        wakeMillis = Math.min(wakeMillis, part.inquireMillis());
      }
      return wakeMillis;
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
   */
  record Ended(
      BagId id,
      Bag bag,
      Ending ending,
      TaskSet done,
      Optional<Promise> promise,
      Optional<Breach> breach,
      long endedMillis)
      implements BagState {
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
